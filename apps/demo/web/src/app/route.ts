/** The tabs of the work side. */
export const tabs = ['app', 'files', 'journal'] as const;
/** One of them. */
export type Tab = (typeof tabs)[number];

/** What the address says: which conversation, which tab, and which file or envelope in it. */
export interface Route {
  readonly conversation: string | null;
  readonly tab: Tab;
  readonly detail: string | null;
}

/** Reads `/c/<id>#<tab>/<detail>`; anything else is the first visit. */
export function parseRoute({ pathname, hash }: { readonly pathname: string; readonly hash: string }): Route {
  const conversation = /^\/c\/([^/]+)\/?$/.exec(pathname)?.[1];
  const [name = '', ...rest] = hash.replace(/^#/, '').split('/');
  const tab = tabs.find((candidate) => candidate === name) ?? 'app';
  return {
    conversation: conversation === undefined ? null : decoded(conversation),
    tab,
    detail: rest.length > 0 && rest[0] !== '' ? rest.map(decoded).join('/') : null,
  };
}

/** The address of a route. */
export function routeAddress({ conversation, tab, detail }: Route): string {
  if (conversation === null) return '/';
  const place = detail === null ? tab : `${tab}/${detail.split('/').map(encodeURIComponent).join('/')}`;
  return `/c/${encodeURIComponent(conversation)}${place === 'app' ? '' : `#${place}`}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // Not encoded by us: taken as it stands.
  }
}
