import { createHash } from 'node:crypto';

/** A Lua function that the server runs as one step. */
export interface RedisScript {
  readonly lua: string;
  /** What the server knows it by once it was sent there. */
  readonly sha: string;
}

/** The form of the keys that these scripts write; each namespace holds it in its head. A change of the form needs another number. */
export const schemaVersion = '1';

/** How many bytes of a file one string holds; part of the form. A string can hold 512 MB, so files need several. */
const chunkBytes = 1024 * 1024;

// KEYS are the head (a hash), the files (a hash by path), the index (a sorted set of paths) and the changes (a stream) of one namespace;
// ARGV[1] is the schema version. The keys of chunks are made from the name of the head, so they have the same hash tag and slot.
// A script that fails half way keeps what it wrote, so each one looks at everything that may fail before it writes.
const prelude = `
local head, files, index, changes = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local base = string.sub(head, 1, -2)
local chunkBytes = ${chunkBytes}
local batch = 1000

local function refuse(...) error({ reply = { ... } }) end

local function look(command, key, ...)
  local found = redis.pcall(command, key, ...)
  if type(found) == 'table' and found.err then
    if string.find(found.err, '^WRONGTYPE') then refuse('corrupt', key, 'is of another type') end
    error(found)
  end
  return found
end

-- Of two keys, which a node that has the files already and not yet their chunks refuses to look at: then nothing is corrupt.
local function refuseChunk(key, path)
  look('EXISTS', files, key)
  refuse('corrupt', key, 'has not all bytes of ' .. path)
end

local function number(value) return string.format('%.0f', value) end

local function chunkKey(id, position) return base .. 'c:' .. id .. ':' .. number(position) end

local function parseFile(path, text)
  local size, id, version = string.match(text, '^(%d+) (%S+) (%S+)$')
  if not size then refuse('corrupt', files, 'has an unreadable entry for ' .. path) end
  return { size = tonumber(size), id = id, version = version }
end

-- The members of the index at or behind the first bound and before the second one.
local function range(from, to, limit) return look('ZRANGE', index, from, to, 'BYLEX', 'LIMIT', 0, limit or -1) end

local function beneath(path)
  local prefix = path == '/' and '/' or path .. '/'
  return '[' .. prefix, '(' .. string.sub(prefix, 1, -2) .. '0' -- '0' follows '/'
end

local function now()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end
`;

const checkVersion = `
  local version = look('HGET', head, 'version')
  if version and version ~= ARGV[1] then return { 'version', version } end`;

/** The script whose function has this body, once the form of the namespace was found to be known; `refuse(…)` in it ends it with a reply. */
export const namespaceScript = (body: string): RedisScript =>
  script(`${prelude}
local function run()${checkVersion}
${body}
end

local ok, result = pcall(run)
if ok then return result end
if type(result) == 'table' then return result.reply or result end
return redis.error_reply(result)
`);

/** A script of keys of its own. */
export const script = (lua: string): RedisScript => ({ lua, sha: createHash('sha1').update(lua).digest('hex') });
