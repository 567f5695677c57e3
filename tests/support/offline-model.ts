import { type Command, startSource } from './command.ts';

/** The built-in model in a process of its own. */
export interface OfflineModel {
  /** Up to and without `/chat/completions`. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts the offline model on a free port. */
export async function startOfflineModel(logFile: string): Promise<OfflineModel> {
  const command: Command = startSource('apps/demo/src/offline-model/main.ts', ['--port', '0', '--log', logFile], {});
  const [url] = await command.printed(/http:\/\/[^\s]+/);
  return {
    url,
    async stop() {
      command.signal('SIGTERM');
      await command.ended;
    },
  };
}
