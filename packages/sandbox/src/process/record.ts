/** What `sandbox.json` holds: the identity of a sandbox and its deadline. Only `deadline` ever changes. */
export interface SandboxRecord {
  readonly id: string;
  readonly purpose: 'validation' | 'preview';
  readonly owner: { readonly tenant: string; readonly app: string };
  readonly labels: Readonly<Record<string, string>>;
  readonly createdAt: string;
  /** Absolute ISO time at which the watchdog ends it. */
  readonly deadline: string;
  /** Absolute ISO time that no extension passes. */
  readonly latest: string;
}

/** True for a name that is an id of this adapter: a host name label that starts with a letter. */
export const isSandboxName = (name: string): boolean => /^s[0-9a-f]{20}$/.test(name);

/** The record of a text, or null when the text is torn, or is not exactly a record. */
export function parseRecord(text: string): SandboxRecord | null {
  const value = parsed(text);
  const owner = field(value, 'owner');
  const [id, purpose, tenant, app] = [field(value, 'id'), field(value, 'purpose'), field(owner, 'tenant'), field(owner, 'app')];
  const [createdAt, deadline, latest] = [field(value, 'createdAt'), field(value, 'deadline'), field(value, 'latest')];
  const labels = labelsOf(field(value, 'labels'));
  if (typeof id !== 'string' || (purpose !== 'validation' && purpose !== 'preview')) return null;
  if (typeof tenant !== 'string' || typeof app !== 'string' || labels === null) return null;
  if (!isTime(createdAt) || !isTime(deadline) || !isTime(latest)) return null;
  return { id, purpose, owner: { tenant, app }, labels, createdAt, deadline, latest };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function isTime(value: unknown): value is string {
  return typeof value === 'string' && Number.isFinite(Date.parse(value));
}

function labelsOf(value: unknown): Readonly<Record<string, string>> | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const entries = Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return entries.length === Object.keys(value).length ? Object.fromEntries(entries) : null;
}

/** True when the deadline of a record is over. */
export const hasPassed = (record: SandboxRecord): boolean => Date.parse(record.deadline) <= Date.now();
