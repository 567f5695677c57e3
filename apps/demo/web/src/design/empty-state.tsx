import type { ReactNode } from 'react';
import './empty-state.css';
import { InlayPattern } from './inlay-pattern.tsx';

/** What stands where there is nothing to show: why, and what brings something here. */
export function EmptyState(props: { readonly title: string; readonly text: string; readonly children?: ReactNode }) {
  return (
    <div className="empty-state">
      <InlayPattern />
      <h2>{props.title}</h2>
      <p>{props.text}</p>
      {props.children && <div className="actions">{props.children}</div>}
    </div>
  );
}
