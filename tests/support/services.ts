const told = new Set<string>();

/** The value of a service's variable. Without it: an error in CI, else one line on stderr and `undefined`, for `describe.skipIf`. */
export function requireService(
  variable: `INTARSIA_TEST_${string}` | 'DOCKER_HOST',
  env: NodeJS.ProcessEnv = process.env,
): string | undefined {
  const value = env[variable];
  if (value) return value;
  const name = variable
    .replace(/^INTARSIA_TEST_|_HOST$/g, '')
    .replace(/_(URL|SOCKET|PYTHON)$/, '')
    .toLowerCase();
  if (env['CI'])
    throw new Error(`${variable} is not set, and in CI no suite may be skipped: scripts/services install ${name}, then start ${name}`);
  if (!told.has(name)) process.stderr.write(`skipped: no ${name}\n`);
  told.add(name);
  return undefined;
}
