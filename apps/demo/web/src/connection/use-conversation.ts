import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { takesWords, type UncertainCall } from '../state/index.ts';
import { type ApiFailure, type ApiResult, api, newRequestId, type ShownDecision } from './api.ts';
import { type ConversationView, createConversationStore } from './conversation-store.ts';
import { followConversation } from './follow-conversation.ts';

/** What a person can do to a conversation. Each gives true when the server took it. */
export interface ConversationActions {
  send(text: string): Promise<boolean>;
  /** Answers what a UI_Tool asks. `action` is null where it declares none. */
  respond(call: string, answer: { readonly action: string | null; readonly response: object }): Promise<boolean>;
  /** Allows or denies a call that needs approval. */
  decide(call: string, decided: ShownDecision): Promise<boolean>;
  resume(): Promise<boolean>;
  cancel(): Promise<boolean>;
  /** Decides about an uncertain call; the run goes on after the last one. */
  resolve(call: UncertainCall, resolution: 'happened' | 'failed' | 'run_again'): Promise<boolean>;
  dismissProblem(): void;
}

/** A conversation, followed as long as the component is shown. `problem`: what the latest action did not manage, until the conversation goes on. */
export function useConversation(
  id: string,
): ConversationView & { readonly problem: ApiFailure | null; readonly busy: boolean; readonly actions: ConversationActions } {
  const store = useMemo(() => createConversationStore(id), [id]);
  const view = useSyncExternalStore(store.subscribe, store.view);
  const [problem, setProblem] = useState<{ readonly failure: ApiFailure; readonly run: string | null } | null>(null);
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    const ended = new AbortController();
    void followConversation(id, store, api, ended.signal);
    return () => ended.abort();
  }, [id, store]);

  const act = useCallback(
    async (action: () => Promise<ApiResult<unknown>>): Promise<boolean> => {
      const { run } = store.view().studio;
      setBusy(true);
      setProblem(null);
      const result = await action();
      setBusy(false);
      if (result.kind === 'failed') setProblem({ failure: result, run });
      return result.kind === 'ok';
    },
    [store],
  );

  const actions = useMemo<ConversationActions>(
    () => ({
      async send(text) {
        if (!takesWords(store.view().studio)) return false;
        store.dispatch({ kind: 'sent', text });
        const taken = await act(() => api.answer(id, text, newRequestId()));
        if (!taken) store.dispatch({ kind: 'not-sent' });
        return taken;
      },
      respond: (call, answer) => act(() => api.respond(id, call, answer, newRequestId())),
      decide: (call, decided) => act(() => api.decide(id, call, decided, newRequestId())),
      resume: () => act(() => api.resume(id)),
      cancel: () => act(() => api.cancel(id)),
      resolve: (call, resolution) =>
        act(async () => {
          const resolved = await api.resolve(id, call, resolution);
          if (resolved.kind === 'failed') return resolved;
          const open = store.view().studio.uncertain.some((other) => other.call !== call.call && other.resolution === null);
          return open ? resolved : api.resume(id);
        }),
      dismissProblem: () => setProblem(null),
    }),
    [act, id, store],
  );
  // Another run began since, by this tab or another: what was asked for then is answered.
  const isCurrent = problem?.run === view.studio.run;
  return { ...view, problem: isCurrent ? problem.failure : null, busy, actions };
}
