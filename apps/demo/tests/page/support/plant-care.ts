import type { JournalEntry, VisibleEvent } from '@intarsia/transport';
import { type ScriptedServer, timeAt } from './scripted-server.ts';

/** Id of the scripted conversation. */
export const plants = 'c0ffee';
/** What the person asked for, and what they are asked back. */
export const wish = 'A plant tracker with name, room, light and last watered date';
export const question = 'Which values can “light” have? It needs at least two.';

const run = (number: number) => `run-${number}`;
const tool = (name: string, agent: string): VisibleEvent => ({
  kind: 'tool.started',
  call: `call-${name}`,
  agent,
  tool: name,
  attempt: 1,
  automatic: true,
});
const ended = (name: string, agent: string, durationMs: number, payload: unknown): VisibleEvent => ({
  kind: 'tool.finished',
  call: `call-${name}`,
  agent,
  tool: name,
  status: 'ok',
  code: null,
  durationMs,
  surface: payload === null ? null : { component: name, mode: 'artifact', payload },
});
const said = (agent: string, key: string, text: string): VisibleEvent => ({
  kind: 'message',
  message: key,
  role: agent === 'user' ? 'person' : 'agent',
  agent,
  text,
});

/** The server of a preview as the scripted server answers for it. */
export function readyPreview(server: ScriptedServer, minutes = 28): object {
  return {
    state: 'ready',
    url: `http://pv-41f7.localhost:${server.port}/`,
    localUrl: `http://127.0.0.1:${server.port}/`,
    deadline: new Date(Date.now() + minutes * 60_000).toISOString(),
    sandbox: 'pv-41f7',
  };
}

const sources: readonly { readonly path: string; readonly content: string; readonly digest: string }[] = [
  {
    path: 'README.md',
    digest: 'a1',
    content: '# Plant care\n\nA list of plants. Run it with `node server.mjs`.\n\n- no packages to install\n',
  },
  { path: 'package.json', digest: 'b1', content: '{\n  "name": "plant-care",\n  "type": "module",\n  "version": "1.0.0"\n}\n' },
  {
    path: 'server.mjs',
    digest: 'c1',
    content:
      "import { createServer } from 'node:http';\n\n// Listens on loopback only.\nconst port = Number(process.env.PORT ?? 3000);\n\ncreateServer((request, response) => {\n  response.end('Hello from port ' + port);\n}).listen(port, '127.0.0.1');\n",
  },
  {
    path: 'public/index.html',
    digest: 'd1',
    content: '<!doctype html>\n<html lang="en">\n  <body>\n    <h1 class="title">Plant care</h1>\n  </body>\n</html>\n',
  },
  {
    path: 'public/styles.css',
    digest: 'e1',
    content: ':root {\n  --ink: #222;\n}\n\nbody {\n  color: var(--ink);\n  margin: 0 auto;\n}\n',
  },
  { path: 'test/app.test.mjs', digest: 'f1', content: "import test from 'node:test';\n\ntest('adds a plant', async () => {});\n" },
];

const listed = sources.map(({ path, content }) => ({ path, bytes: content.length, lines: content.split('\n').length - 1 }));

/** The steps of the script; each brings the conversation to the state of its name. */
export const story = {
  starts(server: ScriptedServer): void {
    server.happen(plants, 0, { kind: 'run.started', run: run(1), workflow: 'AppFactory', reason: 'start' }, said('user', 'm1', wish));
  },
  asks(server: ScriptedServer): void {
    const { conversations } = server;
    server.happen(
      plants,
      4,
      said('Interviewer', 'm2', question),
      { kind: 'speaker', agent: 'user' },
      { kind: 'run.paused', run: run(1), reason: 'input_required', question, calls: [] },
    );
    const conversation = conversations.get(plants);
    if (conversation) conversation.status = 'paused';
  },
  /** A tool asks for a decision about the plan, and for a date. */
  asksByTool(server: ScriptedServer): void {
    const surface = { component: 'ApprovalCard', mode: 'inline' };
    const action = (id: string, label: string, variant: string | null, payload: object | null = null) => {
      return { id, label, description: null, variant, approved: null, payload };
    };
    const reason = { type: 'object', properties: { reason: { type: 'string' } } };
    server.happen(
      plants,
      80,
      {
        kind: 'ui.requested',
        call: 'call-approve',
        agent: 'Planner',
        tool: 'approve_plan',
        surface,
        payload: { title: 'Plant care', entities: [{ name: 'Plant', fields: ['name', 'light'] }], has_login: false },
        actions: [action('approve', 'Approve', 'primary'), action('reject', 'Send back', null, reason)],
      },
      { kind: 'ui.requested', call: 'call-date', agent: 'Planner', tool: 'choose_date', surface, payload: {}, actions: [] },
      { kind: 'run.paused', run: run(2), reason: 'ui_required', question: null, calls: ['call-approve', 'call-date'] },
    );
    const conversation = server.conversations.get(plants);
    if (conversation) conversation.status = 'paused';
  },
  /** A call with an effect waits until somebody allows it. */
  asksForApproval(server: ScriptedServer): void {
    server.happen(
      plants,
      80,
      {
        kind: 'approval.requested',
        call: 'call-publish',
        agent: 'Planner',
        tool: 'publish_plan',
        risk: 'high',
        definition: 'as-shown',
        arguments: { to: 'everybody', title: 'Plant \u202Ecare\u{E0041}' },
      },
      { kind: 'run.paused', run: run(2), reason: 'approval_required', question: null, calls: ['call-publish'] },
    );
    const conversation = server.conversations.get(plants);
    if (conversation) conversation.status = 'paused';
  },
  isApproved(server: ScriptedServer): void {
    server.happen(
      plants,
      90,
      { kind: 'run.started', run: run(3), workflow: 'AppFactory', reason: 'answer' },
      { kind: 'ui.answered', call: 'call-approve', action: 'approve' },
      { kind: 'run.paused', run: run(3), reason: 'ui_required', question: null, calls: ['call-date'] },
    );
  },
  isAnswered(server: ScriptedServer): void {
    server.happen(
      plants,
      60,
      { kind: 'run.started', run: run(2), workflow: 'AppFactory', reason: 'answer' },
      said('user', 'm3', 'low, medium and bright'),
      { kind: 'speaker', agent: 'Interviewer' },
    );
    const conversation = server.conversations.get(plants);
    if (conversation) conversation.status = 'running';
  },
  plans(server: ScriptedServer): void {
    server.happen(
      plants,
      63,
      tool('record_brief', 'Interviewer'),
      ended('record_brief', 'Interviewer', 12, null),
      said('Interviewer', 'm4', 'A **plant** has a name, a room, its light (`low`, `medium`, `bright`) and when it was last watered.'),
      { kind: 'speaker', agent: 'Planner' },
    );
  },
  builds(server: ScriptedServer): void {
    server.happen(
      plants,
      71,
      { kind: 'output', agent: 'Planner', model: 'AppPlan', status: 'accepted', problems: 0 },
      tool('save_plan', 'Planner'),
      ended('save_plan', 'Planner', 4, null),
      { kind: 'speaker', agent: 'Builder' },
    );
  },
  validates(server: ScriptedServer): void {
    server.happen(
      plants,
      96,
      { kind: 'output', agent: 'Builder', model: 'CodeFiles', status: 'accepted', problems: 0 },
      tool('save_artifact', 'Builder'),
      ended('save_artifact', 'Builder', 21, { status: 'ok', version: 'v1', number: 1, files: listed }),
      tool('validate_artifact', 'Builder'),
    );
    saveVersion(server, 1, null);
  },
  ends(server: ScriptedServer): void {
    const { conversations } = server;
    server.happen(
      plants,
      103,
      ended('validate_artifact', 'Builder', 6800, {
        status: 'passed',
        steps: [{ name: 'tests', status: 'passed', summary: '9 tests passed', durationMs: 900 }],
        tests: { total: 9, passed: 9, failed: 0 },
      }),
      tool('start_preview', 'Builder'),
    );
    saveVersion(server, 1, 'passed');
    const conversation = conversations.get(plants);
    if (conversation) {
      conversation.preview = readyPreview(server);
      conversation.log = 'Listening on 127.0.0.1:41873\nGET /healthz 200\n';
      conversation.status = 'completed';
    }
    server.happen(
      plants,
      105,
      ended('start_preview', 'Builder', 1900, { status: 'ok', url: `http://pv-41f7.localhost:${server.port}/`, sandbox: 'pv-41f7' }),
      { kind: 'run.ended', run: run(2), status: 'completed', code: null, message: 'The workflow is complete.', resumable: false },
    );
  },
  fails(server: ScriptedServer, resumable: boolean): void {
    const steps = [{ name: 'tests', status: 'failed', summary: '2 of 9 tests failed', durationMs: 900 }];
    server.happen(
      plants,
      103,
      ended('validate_artifact', 'Builder', 6800, { status: 'failed', steps, tests: { total: 9, passed: 7, failed: 2 } }),
      {
        kind: 'run.ended',
        run: run(2),
        status: 'failed',
        code: 'workflow_failed',
        message: 'The workflow ended itself as failed.',
        resumable,
      },
    );
    const conversation = server.conversations.get(plants);
    if (conversation) conversation.status = 'failed';
  },
  isUncertain(server: ScriptedServer): void {
    server.happen(
      plants,
      99,
      { kind: 'tool.uncertain', call: 'call-validate_artifact', agent: 'Builder', tool: 'validate_artifact', attempt: 1 },
      { kind: 'run.paused', run: run(2), reason: 'effect_uncertain', question: null, calls: ['call-validate_artifact'] },
    );
    const conversation = server.conversations.get(plants);
    if (conversation) conversation.status = 'paused';
  },
} as const;

/** Everything up to and with the running app. */
export function tellAll(server: ScriptedServer): void {
  story.starts(server);
  story.asks(server);
  story.isAnswered(server);
  story.plans(server);
  story.builds(server);
  story.validates(server);
  story.ends(server);
}

/** Keeps a version; from the second on, one file is new, one changed and one is gone. */
export function saveVersion(server: ScriptedServer, number: number, outcome: 'passed' | 'failed' | null): void {
  const conversation = server.conversations.get(plants);
  if (conversation === undefined) return;
  const files =
    number === 1
      ? sources
      : [
          ...sources
            .filter(({ path }) => path !== 'public/styles.css')
            .map((source) => (source.path === 'server.mjs' ? { ...source, digest: `c${number}` } : source)),
          { path: 'public/app.css', digest: 'g1', content: 'body {\n  color: #222;\n}\n' },
        ];
  const id = `v${number}`;
  const version = {
    id,
    number,
    createdAt: timeAt(96),
    outcome,
    files: files.map(({ path, content, digest }) => ({ path, bytes: content.length, digest })),
  };
  conversation.versions = [...conversation.versions.filter((known) => Reflect.get(known, 'id') !== id), version];
  conversation.files = { ...conversation.files, [id]: files.map(({ path, content }) => ({ path, content })) };
}

const kinds: readonly (readonly [string, string, string, object])[] = [
  ['hub', 'ag2.channel.opened', '', { adapter: 'workflow' }],
  [
    'user',
    'intarsia.run.started',
    'AppFactory by start, epoch 1',
    { v: 1, run: 'run-1', workflow: 'AppFactory', reason: 'start', epoch: 1 },
  ],
  ['user', 'ag2.msg.text', wish, { text: wish }],
  ['Interviewer', 'intarsia.model.replied', question, { v: 1, turn: 't1', agent: 'Interviewer', ordinal: 0, text: question }],
  ['Interviewer', 'ag2.packet', question, { routing: { kind: 'text' }, context_updates: { set: {}, delete: [] }, body: question }],
  ['Planner', 'intarsia.output.accepted', 'AppPlan accepted', { v: 1, model: 'AppPlan', data: { title: 'Plant care', fields: [1, 2] } }],
  ['Planner', 'ag2.context.set', 'sets app_plan', { set: { app_plan: { title: 'Plant care' } }, delete: [] }],
  ['Builder', 'intarsia.tool.claimed', 'validate_artifact, attempt 1', { v: 1, tool: 'validate_artifact', attempt: 1, effect: 'keyed' }],
  ['Builder', 'intarsia.tool.settled', 'ok after 6800 ms', { v: 1, status: 'ok', duration_ms: 6800, code: null }],
];

/** So many envelopes of every kind. */
export function journalOf(amount: number): readonly JournalEntry[] {
  return Array.from({ length: amount }, (_, index) => {
    const [sender, type, summary, data] = kinds[index % kinds.length] ?? ['hub', 'ag2.channel.opened', '', {}];
    return { number: index + 1, at: timeAt(index), sender, type, summary, data: JSON.parse(JSON.stringify(data)) };
  });
}
