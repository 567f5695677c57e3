import { useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import './conversation-room.css';
import { ConnectionNotice, type ConversationSummary, type StudioInfo, useConversation } from '../connection/index.ts';
import { Conversation } from '../conversation/conversation.tsx';
import { EmptyState } from '../design/index.ts';
import { announcement, isAsked, type StudioState } from '../state/index.ts';
import { TabList, tabId, tabPanelId } from '../work/tab-list.tsx';
import { Work } from '../work/work.tsx';
import type { Route } from './route.ts';
import { useComposerKey } from './shortcuts.ts';
import { TopBar } from './top-bar.tsx';
import { useMedia } from './use-media.ts';
import { navigate } from './use-route.ts';

type Room = 'conversation' | 'work';
const rooms = [
  { key: 'conversation', name: 'Conversation' },
  { key: 'work', name: 'Work' },
] as const;

/** One conversation and its work: side by side, or two tabs where there is no room for both. */
export function ConversationRoom(props: {
  readonly id: string;
  readonly route: Route;
  readonly info: StudioInfo | null;
  readonly conversations: readonly ConversationSummary[];
  readonly onRunChanged: () => void;
}) {
  const { id, route, info, conversations, onRunChanged } = props;
  const { studio, connection, problem, busy, actions } = useConversation(id);
  const narrow = useMedia('(max-width: 1099px)');
  const [room, setRoom] = useState<Room>('conversation');
  const composer = useRef<HTMLTextAreaElement>(null);
  const title = titleOf(id, studio, conversations);

  useEffect(() => {
    document.title = `${isAsked(studio) ? '? ' : ''}${title} · Intarsia`;
  }, [title, studio]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is read again whenever the status changes.
  useEffect(onRunChanged, [studio.status, studio.loaded]);

  const focusComposer = useCallback(() => {
    flushSync(() => setRoom('conversation')); // A hidden field takes no focus.
    composer.current?.focus();
  }, []);
  useComposerKey(focusComposer);

  const shows = (candidate: Room) => !narrow || room === candidate;
  const panel = (candidate: Room) =>
    narrow ? { role: 'tabpanel', id: tabPanelId('room', candidate), 'aria-labelledby': tabId('room', candidate) } : {};
  return (
    <div className="conversation-room">
      <TopBar title={title} info={info} connection={connection} conversations={conversations} current={id} />
      <ConnectionNotice state={connection} />
      <p className="visually-hidden" role="status">
        {announcement(studio)}
      </p>
      {studio.absent ? (
        <main className="conversation-room-absent">
          <EmptyState title="There is no such conversation" text="It was deleted, or the address has a mistake.">
            <a className="button primary" href="/">
              New app
            </a>
          </EmptyState>
        </main>
      ) : (
        <main className="conversation-room-main">
          {narrow && (
            <TabList
              group="room"
              even
              label="Rooms"
              tabs={rooms.map((tab) => ({ ...tab, marked: tab.key === 'conversation' && room === 'work' && isAsked(studio) }))}
              selected={room}
              onSelect={setRoom}
            />
          )}
          <div className="room-conversation" hidden={!shows('conversation')} {...panel('conversation')}>
            <Conversation studio={studio} problem={problem} busy={busy} actions={actions} composer={composer} />
          </div>
          <div className="room-work" hidden={!shows('work')} {...panel('work')}>
            <Work
              id={id}
              studio={studio}
              route={route}
              shown={shows('work')}
              onRoute={(tab, detail) => navigate({ conversation: id, tab, detail })}
            />
          </div>
        </main>
      )}
    </div>
  );
}

/** The title the server gave, else the first words of the person. */
function titleOf(id: string, studio: StudioState, conversations: readonly ConversationSummary[]): string {
  const listed = conversations.find((conversation) => conversation.id === id)?.title;
  if (listed) return listed;
  const first = studio.items.find((item) => item.kind === 'message' && item.role === 'person');
  if (first?.kind === 'message') return first.text;
  return studio.absent ? 'Not found' : 'Conversation';
}
