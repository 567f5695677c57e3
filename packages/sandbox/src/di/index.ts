import { tokens } from '@intarsia/core/di';
import { ContainerModule } from 'inversify';
import { type ProcessSandboxOptions, processSandbox } from '../process/index.ts';

/** Binds the process adapter: sandboxes without isolation. */
export function processSandboxModule(options: ProcessSandboxOptions): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(tokens.sandbox)
      .toDynamicValue(() => processSandbox(options))
      .inSingletonScope();
  });
}
