import './top-bar.css';
import { ConnectionDot, type ConnectionState, type ConversationSummary, type StudioInfo } from '../connection/index.ts';
import { Mark } from '../design/index.ts';
import { Menu } from './menu.tsx';
import { navigate } from './use-route.ts';

/** The 44 px bar: mark, title, model, connection, menu. */
export function TopBar(props: {
  readonly title: string;
  readonly info: StudioInfo | null;
  readonly connection: ConnectionState;
  readonly conversations: readonly ConversationSummary[];
  readonly current: string;
}) {
  const { title, info, connection, conversations, current } = props;
  return (
    <header className="top-bar">
      <a
        className="top-bar-home"
        href="/"
        aria-label="Intarsia: new app"
        title="New app"
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          navigate({ conversation: null, tab: 'app', detail: null });
        }}
      >
        <Mark size={24} />
      </a>
      <h1 className="truncate" title={title}>
        {title}
      </h1>
      {info && (
        <span className="model-badge" title={info.model.sentence}>
          <span className={`model-piece ${info.model.kind}`} aria-hidden="true" />
          {info.model.kind === 'offline' ? 'Offline model' : info.model.name}
        </span>
      )}
      <ConnectionDot state={connection} />
      <Menu info={info} conversations={conversations} current={current} />
    </header>
  );
}
