import type { KeyboardEvent } from 'react';
import './tab-list.css';

/** The element id of a tab. */
export const tabId = (group: string, key: string) => `${group}-tab-${key}`;
/** The element id of a tab's panel. */
export const tabPanelId = (group: string, key: string) => `${group}-panel-${key}`;

/** A row of tabs. Arrow keys, Home and End move between them. `marked` adds a piece that says something waits there. */
export function TabList<Key extends string>(props: {
  readonly group: string;
  readonly label: string;
  /** The tabs share the width. */
  readonly even?: boolean;
  readonly tabs: readonly { readonly key: Key; readonly name: string; readonly marked?: boolean }[];
  readonly selected: Key;
  readonly onSelect: (key: Key) => void;
}) {
  const { group, label, even = false, tabs, selected, onSelect } = props;
  const move = (event: KeyboardEvent) => {
    const index = tabs.findIndex(({ key }) => key === selected);
    const last = tabs.length - 1;
    const targets: Record<string, number> = {
      ArrowRight: index === last ? 0 : index + 1,
      ArrowLeft: index === 0 ? last : index - 1,
      Home: 0,
      End: last,
    };
    const target = tabs[targets[event.key] ?? -1];
    if (target === undefined) return;
    event.preventDefault();
    onSelect(target.key);
    document.getElementById(tabId(group, target.key))?.focus();
  };
  return (
    <div className={even ? 'tab-list even' : 'tab-list'} role="tablist" aria-label={label}>
      {tabs.map(({ key, name, marked }) => (
        <button
          key={key}
          type="button"
          role="tab"
          id={tabId(group, key)}
          aria-selected={key === selected}
          aria-controls={tabPanelId(group, key)}
          tabIndex={key === selected ? 0 : -1}
          onClick={() => onSelect(key)}
          onKeyDown={move}
        >
          {name}
          {marked && <span className="tab-list-mark" role="img" aria-label="waits for you" />}
        </button>
      ))}
    </div>
  );
}
