import { ScrollRegion } from '../design/index.ts';
import { highlight } from '../files/highlight.ts';

/** A value as indented JSON with syntax colours. */
export function JsonView({ value }: { readonly value: unknown }) {
  const lines = highlight('data.json', JSON.stringify(value, null, 2) ?? 'null');
  return (
    <ScrollRegion className="json-view" label="Data as JSON">
      <pre>
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line's number is what it is known by.
          <code key={index}>
            {line.map(({ kind, text }, position) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a line never move.
              <span key={position} className={`token-${kind}`}>
                {text}
              </span>
            ))}
            {'\n'}
          </code>
        ))}
      </pre>
    </ScrollRegion>
  );
}
