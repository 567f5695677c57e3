import type { ServerResponse } from 'node:http';

/** A small page in the place of a generated app. */
export function appPage(path: string, response: ServerResponse): void {
  if (path === '/app.js') {
    response.writeHead(200, { 'content-type': 'text/javascript' });
    response.end("document.querySelector('output').textContent = 'Ready';");
    return;
  }
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
  response.end(`<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<title>Plant care</title><style>body{font:15px/1.5 system-ui;margin:0 auto;max-width:760px;padding:24px}table{width:100%;border-collapse:collapse}
th,td{text-align:left;padding:8px;border-bottom:1px solid #8885}button,input{font:inherit;padding:6px 10px}</style>
<h1>Plant care</h1><p><label>Search <input></label> <button>Add a plant</button></p>
<table><thead><tr><th>Name</th><th>Room</th><th>Light</th><th>Last watered</th></tr></thead><tbody>
<tr><td>Monstera</td><td>Study</td><td>medium</td><td>27 Nov 2026</td></tr><tr><td>Basil</td><td>Kitchen</td><td>bright</td><td>29 Nov 2026</td></tr>
<tr><td>Fern</td><td>Bath</td><td>low</td><td>25 Nov 2026</td></tr></tbody></table><output></output><script src="/app.js"></script></html>`);
}
