import type { ServiceIdentifier } from 'inversify';
import type { Workflow } from '../documents/workflow.ts';
import type { AgentRunner } from '../ports/agents.ts';
import type { ArtifactStore } from '../ports/artifacts.ts';
import type { Clock, Ids } from '../ports/clock.ts';
import type { AgentNetwork } from '../ports/network.ts';
import type { SandboxPort } from '../ports/sandbox.ts';
import type { JournalStore } from '../ports/store.ts';
import type { ToolLoader } from '../ports/tools.ts';
import type { Runtime, RuntimeOptions } from '../run/runtime.ts';

const token = <Port>(name: string): ServiceIdentifier<Port> => Symbol.for(`intarsia.${name}`) as ServiceIdentifier<Port>;

/** What a container binds each port under. The same in every copy of this package. */
export const tokens = {
  store: token<JournalStore>('store'),
  network: token<AgentNetwork>('network'),
  agents: token<AgentRunner>('agents'),
  tools: token<ToolLoader>('tools'),
  sandbox: token<SandboxPort>('sandbox'),
  artifacts: token<ArtifactStore>('artifacts'),
  clock: token<Clock>('clock'),
  ids: token<Ids>('ids'),
  workflows: token<readonly Workflow[]>('workflows'),
  settings: token<RuntimeSettingsBinding>('settings'),
  runtime: token<Runtime>('runtime'),
} as const;

/** The plain values of a runtime: everything of its options that is no port. */
export type RuntimeSettingsBinding = Omit<RuntimeOptions, 'workflows' | 'network' | 'agents' | 'tools' | 'clock' | 'ids' | 'services'>;
