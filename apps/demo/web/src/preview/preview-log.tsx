import { useEffect, useState } from 'react';
import { api, useResource } from '../connection/index.ts';
import { Icon, ScrollRegion } from '../design/index.ts';

/** What the app wrote to its log, folded beneath it; read again every 3 s while it is open. */
export function PreviewLog({ id, shown }: { readonly id: string; readonly shown: boolean }) {
  const [open, setOpen] = useState(false);
  const [tick, setTick] = useState(0);
  const { value, failure } = useResource(open ? `log ${id} ${tick}` : null, () => api.previewLog(id));
  useEffect(() => {
    if (!open || !shown) return;
    const timer = window.setInterval(() => setTick((before) => before + 1), 3000);
    return () => window.clearInterval(timer);
  }, [open, shown]);
  const text = failure === null ? value || 'The app has written nothing.' : failure.message;
  return (
    <details className="preview-log" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <Icon name="chevron" />
        Log of the app
      </summary>
      <ScrollRegion className="preview-log-text" label="Log of the app">
        <pre>{text}</pre>
      </ScrollRegion>
    </details>
  );
}
