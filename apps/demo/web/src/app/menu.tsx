import { type MouseEvent, useCallback, useId, useRef, useState } from 'react';
import './menu.css';
import type { ConversationSummary, StudioInfo } from '../connection/index.ts';
import { Button, type GlyphState, Icon, StateGlyph } from '../design/index.ts';
import type { ConversationStatus } from '../state/index.ts';
import { type Appearance, applyAppearance, readAppearance } from './appearance.ts';
import { routeAddress } from './route.ts';
import { useLeave } from './shortcuts.ts';
import { navigate } from './use-route.ts';

const glyphs: Record<ConversationStatus, GlyphState> = {
  new: 'waiting',
  running: 'running',
  paused: 'asked',
  completed: 'done',
  failed: 'failed',
  cancelled: 'stopped',
  interrupted: 'stopped',
};

const appearances: readonly (readonly [Appearance, string])[] = [
  ['system', 'System'],
  ['light', 'Light'],
  ['dark', 'Dark'],
];

/** Earlier conversations, a new one, and the appearance. */
export function Menu(props: {
  readonly info: StudioInfo | null;
  readonly conversations: readonly ConversationSummary[];
  readonly current: string | null;
}) {
  const { info, conversations, current } = props;
  const [open, setOpen] = useState(false);
  const panel = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const panelId = useId();
  const leave = useCallback(() => {
    setOpen(false);
    if (panel.current?.contains(document.activeElement)) button.current?.focus();
  }, []);
  useLeave(open, panel, leave);

  const go = (event: MouseEvent, conversation: string | null) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    setOpen(false);
    navigate({ conversation, tab: 'app', detail: null });
  };

  return (
    <div className="menu" ref={panel}>
      <Button
        ref={button}
        kind="plain"
        icon="menu"
        label="Menu"
        aria-expanded={open}
        aria-controls={panelId}
        onClick={() => setOpen(!open)}
      />
      <div className="menu-panel" id={panelId} hidden={!open}>
        <a className="menu-new" href="/" onClick={(event) => go(event, null)}>
          <Icon name="plus" />
          New app
        </a>
        {conversations.length > 0 && (
          <nav aria-label="Earlier conversations">
            <h2>Earlier</h2>
            <ul>
              {conversations.map(({ id, title, status }) => (
                <li key={id}>
                  <a
                    href={routeAddress({ conversation: id, tab: 'app', detail: null })}
                    aria-current={id === current ? 'page' : undefined}
                    onClick={(event) => go(event, id)}
                  >
                    <StateGlyph state={glyphs[status]} />
                    <span className="truncate">{title || 'Untitled'}</span>
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        )}
        <AppearanceChoice />
        {info && (
          <p className="menu-about">
            {info.model.sentence}
            {info.version && <span> Intarsia {info.version}.</span>}
          </p>
        )}
      </div>
    </div>
  );
}

function AppearanceChoice() {
  const [appearance, setAppearance] = useState(readAppearance);
  return (
    <fieldset className="menu-appearance">
      <legend>Appearance</legend>
      <div className="button-group">
        {appearances.map(([value, name]) => (
          <button
            key={value}
            type="button"
            className="button"
            aria-pressed={appearance === value}
            onClick={() => {
              applyAppearance(value);
              setAppearance(value);
            }}
          >
            {name}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
