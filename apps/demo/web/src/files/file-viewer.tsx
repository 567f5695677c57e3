import { useEffect, useMemo, useState } from 'react';
import type { SourceFile } from '../connection/index.ts';
import { Button, count, ScrollRegion } from '../design/index.ts';
import { highlight, type Token } from './highlight.ts';

/** One file to read, with line numbers and syntax colours. */
export function FileViewer({ path, source }: { readonly path: string | null; readonly source: SourceFile | null }) {
  const lines = useMemo(() => (source === null ? [] : highlight(source.path, source.content.replace(/\n$/, ''))), [source]);
  return (
    <section className="file-viewer" aria-label={path ?? 'No file'}>
      <header>
        <h2 className="truncate">{path}</h2>
        <span className="file-viewer-size tabular">{source && count(lines.length, 'line')}</span>
        {source && <CopyButton text={source.content} />}
      </header>
      <ScrollRegion className="code" key={path} label={`Text of ${path ?? 'the file'}`}>
        <pre>
          {lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line's number is what it is known by.
            <CodeLine key={index} line={line} />
          ))}
        </pre>
      </ScrollRegion>
    </section>
  );
}

function CodeLine({ line }: { readonly line: readonly Token[] }) {
  return (
    <code>
      {line.map(({ kind, text }, index) =>
        kind === 'plain' ? (
          text
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a line never move.
          <span key={index} className={`token-${kind}`}>
            {text}
          </span>
        ),
      )}
      {'\n'}
    </code>
  );
}

function CopyButton({ text }: { readonly text: string }) {
  const [state, setState] = useState<'ready' | 'copied' | 'refused'>('ready');
  useEffect(() => {
    if (state === 'ready') return;
    const timer = window.setTimeout(() => setState('ready'), 2000);
    return () => window.clearTimeout(timer);
  }, [state]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setState('copied');
    } catch {
      setState('refused');
    }
  };
  const words = { ready: 'Copy', copied: 'Copied', refused: 'Not allowed' };
  return (
    <>
      <Button size="small" kind="plain" icon={state === 'copied' ? 'check' : 'copy'} onClick={() => void copy()}>
        {words[state]}
      </Button>
      <span className="visually-hidden" role="status">
        {state === 'copied' ? 'Copied' : ''}
      </span>
    </>
  );
}
