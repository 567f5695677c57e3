import type { ReactNode } from 'react';

/** A named part of the page that scrolls by itself, and that the keyboard can reach to do so. */
export function ScrollRegion(props: { readonly label: string; readonly className: string; readonly children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard.
    <section className={props.className} aria-label={props.label} tabIndex={0}>
      {props.children}
    </section>
  );
}
