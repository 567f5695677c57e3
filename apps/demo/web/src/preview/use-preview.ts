import { useEffect, useState } from 'react';
import { type ApiFailure, api, type Preview, useResource } from '../connection/index.ts';

/** The app's preview: read when it may have changed, every 15 s while it is looked at, and every second while it starts. */
export function usePreview(id: string, revision: number, shown: boolean) {
  const [tick, setTick] = useState(0);
  const [problem, setProblem] = useState<ApiFailure | null>(null);
  const [busy, setBusy] = useState(false);
  const resource = useResource<Preview>(`preview ${id} ${revision} ${tick}`, () => api.preview(id));
  const starting = resource.value?.state === 'starting';

  useEffect(() => {
    if (!shown) return;
    const timer = window.setInterval(() => setTick((before) => before + 1), starting ? 1000 : 15_000);
    return () => window.clearInterval(timer);
  }, [shown, starting]);

  const act = async (action: typeof api.extendPreview) => {
    setBusy(true);
    setProblem(null);
    const result = await action(id);
    setBusy(false);
    if (result.kind === 'ok') resource.set(result.value);
    else setProblem(result);
  };
  return {
    preview: resource.value,
    busy,
    problem,
    dismissProblem: () => setProblem(null),
    extend: () => act(api.extendPreview),
    start: () => act(api.startPreview),
  };
}
