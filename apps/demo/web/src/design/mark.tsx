import { useId } from 'react';

/** The mark: a square cut into four pieces that hold each other by dovetails. `size` in px. */
export function Mark({ size }: { readonly size: number }) {
  const edge = useId();
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <clipPath id={edge}>
        <rect x="1" y="1" width="22" height="22" rx="4" />
      </clipPath>
      <g clipPath={`url(#${edge})`} stroke="var(--paper)" strokeWidth="0.9" strokeLinejoin="round">
        <path fill="var(--walnut)" d="M1 1h11v3.9l3-1v5.2l-3-1V12H8.1l1-3H3.9l1 3H1z" />
        <path fill="var(--ochre)" d="M12 1h11v11h-3.9l1 3h-5.2l1-3H12V8.1l3 1V3.9l-3 1z" />
        <path fill="var(--teal)" d="M1 12h3.9l-1-3h5.2l-1 3H12v3.9l-3-1v5.2l3-1V23H1z" />
        <path fill="var(--moss)" d="M12 12h3.9l-1 3h5.2l-1-3H23v11H12v-3.9l-3 1v-5.2l3 1z" />
      </g>
    </svg>
  );
}
