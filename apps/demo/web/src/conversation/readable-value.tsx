import './readable-value.css';
import { toolTitle } from '../state/index.ts';

/** JSON as a person reads it: names and values, lists, yes and no; never its text. What is nested deeper than a page can show is left out. */
export function ReadableValue({ value, depth = 0 }: { readonly value: unknown; readonly depth?: number }) {
  if (value === null || value === undefined || value === '') return <span className="muted">none</span>;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value !== 'object') return <span className="as-written">{String(value)}</span>;
  const entries = Object.entries(value);
  if (entries.length === 0) return <span className="muted">none</span>;
  if (depth > 4) return <span className="muted">…</span>;
  if (Array.isArray(value)) {
    return (
      <ul className="readable-list">
        {entries.map(([index, member]) => (
          <li key={index}>
            <ReadableValue value={member} depth={depth + 1} />
          </li>
        ))}
      </ul>
    );
  }
  return (
    <dl className="readable-fields">
      {entries.map(([name, member]) => (
        <div key={name}>
          <dt>{toolTitle(name)}</dt>
          <dd>
            <ReadableValue value={member} depth={depth + 1} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
