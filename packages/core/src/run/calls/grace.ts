import type { TurnContext } from '../turn-context.ts';

/** Resolves once the run was stopped and the grace time is over; never when `over` comes first. */
export function graceAfterStop({ settings, signal }: Pick<TurnContext, 'settings' | 'signal'>, over: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const wait = () => {
      const cancel = settings.clock.timer(settings.graceMs, resolve);
      over.addEventListener('abort', cancel, { once: true });
    };
    if (signal.aborted) wait();
    else signal.addEventListener('abort', wait, { once: true, signal: over });
  });
}
