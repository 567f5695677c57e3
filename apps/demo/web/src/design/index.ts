export { Button } from './button.tsx';
export { EmptyState } from './empty-state.tsx';
export { bytes, clockTime, count, duration, exactTime, relativeTime } from './format.ts';
export { Icon } from './icon.tsx';
export { Mark } from './mark.tsx';
export { ScrollRegion } from './scroll-region.tsx';
export { type GlyphState, StateGlyph } from './state-glyph.tsx';
export { RelativeTime, RunningTime, useNow } from './time.tsx';
