import { changesKeptMs, keptChanges } from './commit.ts';
import { namespaceScript } from './script.ts';

/** Replies the server's time in milliseconds. */
export const clockScript = namespaceScript(`
  return { number(now()) }`);

/**
 * ARGV: id of the last change read or 0-0, the server's time to begin at when there is none, most changes. Replies the number of the last
 * change, `complete` or `gap` for a beginning that reaches back behind what is kept, the id of the newest change or '', then for each change
 * its id, number and paths.
 */
export const changesScript = namespaceScript(`
  local last, since = ARGV[2], tonumber(ARGV[3])
  local count = look('HGET', head, 'changes') or '0'
  local state = 'complete'
  if last == '0-0' then
    last = number(math.max(0, since)) .. '-0'
    local oldest = look('XRANGE', changes, '-', '+', 'COUNT', 1)[1]
    local expired = now() - since > ${changesKeptMs}
    if oldest then
      local older = tonumber(string.match(oldest[1], '^%d+')) < since or oldest[2][1] == '1'
      if not older and (expired or look('XLEN', changes) >= ${keptChanges}) then state = 'gap' end
    elseif count ~= '0' and expired then
      state = 'gap'
    end
  end
  local newest = look('XREVRANGE', changes, '+', '-', 'COUNT', 1)[1]
  local reply = { count, state, newest and newest[1] or '' }
  for _, change in ipairs(look('XRANGE', changes, '(' .. last, '+', 'COUNT', ARGV[4])) do
    reply[#reply + 1] = change[1]
    reply[#reply + 1] = change[2][1]
    reply[#reply + 1] = change[2][2]
  end
  return reply`);
