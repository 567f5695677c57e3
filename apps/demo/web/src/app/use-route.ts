import { useMemo, useSyncExternalStore } from 'react';
import { parseRoute, type Route, routeAddress } from './route.ts';

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('popstate', listener);
  window.addEventListener('hashchange', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('popstate', listener);
    window.removeEventListener('hashchange', listener);
  };
}

/** Goes to a route. Another conversation is a step in the browser's history; another tab or file is not. */
export function navigate(route: Route): void {
  const here = parseRoute(window.location);
  const address = routeAddress(route);
  if (here.conversation === route.conversation) window.history.replaceState(null, '', address);
  else window.history.pushState(null, '', address);
  for (const listener of listeners) listener();
}

/** The route the address bar shows. */
export function useRoute(): Route {
  const address = useSyncExternalStore(subscribe, () => `${window.location.pathname}${window.location.hash}`);
  return useMemo(() => {
    const hashAt = address.indexOf('#');
    return parseRoute({
      pathname: hashAt < 0 ? address : address.slice(0, hashAt),
      hash: hashAt < 0 ? '' : address.slice(hashAt),
    });
  }, [address]);
}
