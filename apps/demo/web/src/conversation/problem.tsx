import './problem.css';
import type { ApiFailure } from '../connection/index.ts';
import { Button } from '../design/index.ts';

/** What an action did not manage, in words, with its code folded away. */
export function Problem({ problem, onDismiss }: { readonly problem: ApiFailure; readonly onDismiss: () => void }) {
  return (
    <div className="problem" role="alert">
      <p>{problem.message}</p>
      <Button kind="plain" size="small" icon="close" label="Close this message" onClick={onDismiss} />
      <Details code={problem.code} />
    </div>
  );
}

/** The error code and what else an engineer asks for, folded. */
export function Details({ code, rows = [] }: { readonly code: string | null; readonly rows?: readonly (readonly [string, string])[] }) {
  const all: readonly (readonly [string, string])[] = code === null ? rows : [['Code', code], ...rows];
  if (all.length === 0) return null;
  return (
    <details className="details">
      <summary>Details</summary>
      <dl>
        {all.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
