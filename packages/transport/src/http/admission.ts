import type { IncomingHttpHeaders } from 'node:http';

const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Whether a request may come in at all, from its headers alone. A server on loopback is still reached by every page of the browser, so:
 * the Host must be a loopback name or the host of an allowed origin (a foreign name that resolves to us is DNS rebinding); an Origin must be
 * this host or allowed, never "null"; Sec-Fetch-Site must be `same-origin` or `none`, because pages on another port share our cookies.
 */
export function isAdmitted(headers: IncomingHttpHeaders, allowedOrigins: readonly string[]): boolean {
  const host = headers.host?.toLowerCase();
  if (host === undefined || !isKnownHost(host, allowedOrigins)) return false;
  const { origin } = headers;
  if (origin !== undefined && allowedOrigins.includes(origin)) return true;
  if (origin !== undefined && origin !== `http://${host}` && origin !== `https://${host}`) return false;
  const site = headers['sec-fetch-site'];
  return site === undefined || site === 'same-origin' || site === 'none';
}

function isKnownHost(host: string, allowedOrigins: readonly string[]): boolean {
  const name = host.replace(/:\d{1,5}$/, '');
  return loopbackNames.includes(name) || allowedOrigins.some((origin) => URL.canParse(origin) && new URL(origin).host === host);
}
