import { useCallback, useState } from 'react';
import { api, useResource } from '../connection/index.ts';
import { ConversationRoom } from './conversation-room.tsx';
import { FirstVisit } from './first-visit.tsx';
import { navigate, useRoute } from './use-route.ts';

/** The whole page: the first visit, or one conversation with its work. */
export function Studio() {
  const route = useRoute();
  const [revision, setRevision] = useState(0);
  const info = useResource('studio', api.studio).value;
  const conversations = useResource(`conversations ${route.conversation ?? ''} ${revision}`, api.conversations).value ?? [];
  const refresh = useCallback(() => setRevision((before) => before + 1), []);
  const shared = { info, conversations };
  if (route.conversation === null) {
    return <FirstVisit {...shared} onStarted={(conversation) => navigate({ conversation, tab: 'app', detail: null })} />;
  }
  return <ConversationRoom key={route.conversation} {...shared} route={route} id={route.conversation} onRunChanged={refresh} />;
}
