import type { Sandbox, SandboxPort } from '../../ports/index.ts';

/** A provider with one fault, and the case that must catch it. */
export interface FaultySandbox {
  readonly name: string;
  readonly caughtBy: string;
  /** The given, faultless provider with the fault put in. */
  readonly break: (port: SandboxPort) => SandboxPort;
}

/** Faults that adapters really have; a contract that lets one of them pass is not one. */
export const faultySandboxes: readonly FaultySandbox[] = [
  {
    name: 'terminate says so and does nothing',
    caughtBy: 'terminate ends the server and every later call',
    break: withSandbox((sandbox) => ({ ...methods(sandbox), terminate: async () => true })),
  },
  {
    name: 'files are written one by one',
    caughtBy: 'writeFiles writes all or none',
    break: withSandbox((sandbox) => ({
      ...methods(sandbox),
      writeFiles: async (files, options) => {
        for (const file of files) await sandbox.writeFiles([file], options);
      },
    })),
  },
  {
    name: 'the deadline is only a label',
    caughtBy: 'the deadline ends the sandbox',
    break: (port) => ({
      ...port,
      create: async (request, options) => {
        const sandbox = await port.create({ ...request, lifetimeMs: request.lifetimeMs + 600_000 }, options);
        const deadline = new Date(Date.parse(sandbox.info.createdAt) + request.lifetimeMs).toISOString();
        return { ...methods(sandbox), info: { ...sandbox.info, deadline } };
      },
    }),
  },
  {
    name: 'labels are forgotten',
    caughtBy: 'list gives the identity and labels of every living sandbox',
    break: (port) => ({
      ...port,
      list: async (owner, options) => (await port.list(owner, options)).map((info) => ({ ...info, labels: {} })),
    }),
  },
  {
    name: 'the owner is not looked at',
    caughtBy: 'list of an owner leaves others out',
    break: (port) => ({ ...port, list: (_, options) => port.list(undefined, options) }),
  },
  {
    name: 'commands inherit the environment of the host',
    caughtBy: 'the environment of the host stays outside',
    break: withSandbox((sandbox) => ({
      ...methods(sandbox),
      run: (command, options) => sandbox.run({ ...command, environment: { ...ownEnvironment(), ...command.environment } }, options),
    })),
  },
  {
    name: 'cut output is passed off as all of it',
    caughtBy: 'a flood of output is cut, and it is said',
    break: withSandbox((sandbox) => ({
      ...methods(sandbox),
      run: async (command, options) => ({ ...(await sandbox.run(command, options)), truncated: false }),
    })),
  },
  {
    name: 'a server that was started is said to live for good',
    caughtBy: 'services tells every server, and which of them lives',
    break: withSandbox((sandbox) => ({
      ...methods(sandbox),
      services: async (options) => (await sandbox.services(options)).map(({ port }) => ({ port, running: true })),
    })),
  },
  {
    name: 'servers are known only to who started them',
    caughtBy: 'services tells every server, and which of them lives',
    break: (port) => ({
      ...port,
      connect: async (id, options) => {
        const sandbox = await port.connect(id, options);
        return sandbox === null ? null : { ...methods(sandbox), services: async () => [] };
      },
    }),
  },
  {
    name: 'connecting renews the lifetime',
    caughtBy: 'X4: connecting, reading and running leave the deadline where it is',
    break: (port) => ({
      ...port,
      connect: async (id, options) => {
        const sandbox = await port.connect(id, options);
        await sandbox?.extend(300_000);
        return sandbox;
      },
    }),
  },
];

function withSandbox(fault: (sandbox: Sandbox) => Sandbox): (port: SandboxPort) => SandboxPort {
  return (port) => ({
    ...port,
    create: async (request, options) => fault(await port.create(request, options)),
    connect: async (id, options) => {
      const sandbox = await port.connect(id, options);
      return sandbox === null ? null : fault(sandbox);
    },
  });
}

/** Everything of a sandbox, bound to it, to be spread. */
function methods(sandbox: Sandbox): Sandbox {
  return {
    info: sandbox.info,
    writeFiles: (files, options) => sandbox.writeFiles(files, options),
    readFile: (path, options) => sandbox.readFile(path, options),
    run: (command, options) => sandbox.run(command, options),
    start: (service, options) => sandbox.start(service, options),
    services: (options) => sandbox.services(options),
    serviceLog: (options) => sandbox.serviceLog(options),
    previewUrl: (port) => sandbox.previewUrl(port),
    localUrl: (port) => sandbox.localUrl(port),
    extend: (lifetimeMs, options) => sandbox.extend(lifetimeMs, options),
    terminate: (options) => sandbox.terminate(options),
  };
}

function ownEnvironment(): Record<string, string> {
  return Object.fromEntries(Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined));
}
