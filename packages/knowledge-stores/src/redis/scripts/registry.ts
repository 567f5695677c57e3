import { script } from './script.ts';

// KEYS are the paths of the namespaces (a sorted set) and when each was registered last (a hash), on the server's clock.
const now = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)`;

/** ARGV: path of a namespace that is about to get its first file. */
export const registerScript = script(`${now}
redis.call('ZADD', KEYS[1], 0, ARGV[1])
redis.call('HSET', KEYS[2], ARGV[1], string.format('%.0f', now))
return { 'yes' }`);

/** ARGV: bounds, most paths. Replies path, when it was registered, path, … */
export const registeredScript = script(`
local paths = redis.call('ZRANGE', KEYS[1], ARGV[1], ARGV[2], 'BYLEX', 'LIMIT', 0, ARGV[3])
local reply = {}
for _, path in ipairs(paths) do
  reply[#reply + 1] = path
  reply[#reply + 1] = redis.call('HGET', KEYS[2], path) or ''
end
return reply`);

/**
 * ARGV: how old a registration must be, then path and when it was registered of namespaces that were found without files. Takes those off the
 * list that nobody registered since: a commit comes within its deadline after its registration, so a fresh one may still get its file.
 */
export const unregisterScript = script(`${now}
for place = 2, #ARGV, 2 do
  local path, registered = ARGV[place], ARGV[place + 1]
  local found = redis.call('HGET', KEYS[2], path) or ''
  if found == registered and now - (tonumber(found) or 0) > tonumber(ARGV[1]) then
    redis.call('ZREM', KEYS[1], path)
    redis.call('HDEL', KEYS[2], path)
  end
end
return { 'yes' }`);
