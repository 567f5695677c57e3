import { Container, ContainerModule, type ServiceIdentifier } from 'inversify';
import { artifactStore } from '../artifacts/artifact-store.ts';
import { asIntarsiaError, IntarsiaError } from '../ports/errors.ts';
import { createRuntime } from '../run/create-runtime.ts';
import { tokens } from './tokens.ts';

/** The runtime and its artifacts, made of the ports that other modules bind. */
export const runtimeModule: ContainerModule = new ContainerModule(({ bind }) => {
  bind(tokens.artifacts)
    .toResolvedValue((store, clock, ids) => artifactStore({ store, clock, ids }), [tokens.store, tokens.clock, tokens.ids])
    .inSingletonScope();
  bind(tokens.runtime)
    .toResolvedValue(
      (workflows, network, agents, tools, clock, ids, artifacts, sandbox, settings) =>
        createRuntime({ ...settings, workflows, network, agents, tools, clock, ids, services: { artifacts, sandbox } }),
      [
        tokens.workflows,
        tokens.network,
        tokens.agents,
        tokens.tools,
        tokens.clock,
        tokens.ids,
        tokens.artifacts,
        tokens.sandbox,
        tokens.settings,
      ],
    )
    .inSingletonScope();
});

/** Ports that a value is bound for, as a module: `valueModule([[tokens.agents, agents]])`. */
export function valueModule(values: readonly (readonly [ServiceIdentifier, unknown])[]): ContainerModule {
  return new ContainerModule(({ bind }) => {
    for (const [identifier, value] of values) bind(identifier).toConstantValue(value);
  });
}

/**
 * A container of the given modules that is known to work: every port is made once, now. Rejects with `wiring_invalid` naming the port
 * that no module binds, that several bind, or that cannot be made.
 */
export async function createContainer(modules: readonly ContainerModule[]): Promise<Container> {
  const container = new Container({ defaultScope: 'Singleton' });
  await container.loadAsync(...modules);
  for (const [name, identifier] of Object.entries(tokens)) {
    if (!container.isBound(identifier))
      throw new IntarsiaError('wiring_invalid', `The port "${name}" is not bound: load a module that binds it.`);
  }
  for (const [name, identifier] of Object.entries(tokens)) {
    await container.getAsync<unknown>(identifier).catch((cause: unknown) => {
      const why = cause instanceof Error ? (cause.message.split('\n')[0] ?? '') : String(cause);
      throw asIntarsiaError(cause, 'wiring_invalid', `The port "${name}" cannot be made: ${why}`);
    });
  }
  return container;
}
