import type { EnvelopeKind } from './journal-rows.ts';

const names: Record<EnvelopeKind, string> = { message: 'message', context: 'context change', fact: 'fact', channel: 'channel' };

const paths: Record<EnvelopeKind, string> = {
  message: 'M2.5 3.5h11v7h-6l-3 2.5v-2.5h-2z',
  context: 'M6 3.5c-2 0-1 4.5-3 4.5 2 0 1 4.5 3 4.5M10 3.5c2 0 1 4.5 3 4.5-2 0-1 4.5-3 4.5',
  fact: 'M8 2.5 13.5 8 8 13.5 2.5 8z',
  channel: 'M3 8h10M8 3v10',
};

/** What kind an envelope is, by shape. */
export function KindGlyph({ kind }: { readonly kind: EnvelopeKind }) {
  return (
    <svg className="kind-glyph" width="16" height="16" viewBox="0 0 16 16" role="img" aria-label={names[kind]}>
      <path d={paths[kind]} fill="none" stroke="currentColor" strokeWidth="1.4" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
