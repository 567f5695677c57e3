import { idleHeadMs, parseLease } from './leases.ts';
import { namespaceScript } from './script.ts';

/** How many changes the stream of a namespace keeps, at least while it lasts. */
export const keptChanges = 1000;
/** How long the stream stays after the last change. */
export const changesKeptMs = 10 * 60 * 1000;

// What the commit works on: entries of files by path, read when first asked for.
const fileTable = `
  local known = {}
  local function file(path)
    if known[path] == nil then
      local text = look('HGET', files, path)
      known[path] = text and parseFile(path, text) or false
    end
    return known[path]
  end

  -- The paths of the files at or beneath a path, all of them known. Before anything was written they are the ones found before.
  local found = {}
  local function filesOf(path, unchanged)
    if unchanged and found[path] then return found[path] end
    local from, to = beneath(path)
    local paths = range(from, to)
    for first = 1, #paths, batch do
      local last = math.min(first + batch - 1, #paths)
      local texts = look('HMGET', files, unpack(paths, first, last))
      for place = first, last do
        local text = texts[place - first + 1]
        if not text then refuse('corrupt', files, 'has no entry for ' .. paths[place]) end
        if known[paths[place]] == nil then known[paths[place]] = parseFile(paths[place], text) end
      end
    end
    if path ~= '/' and file(path) then paths[#paths + 1] = path end
    found[path] = paths
    return paths
  end`;

// Rights may be missing, and be taken away at any time: a script that lacks one half way would keep what it wrote.
const permission = `
  if place <= #ARGV then
    local chunk = chunkKey(id, 0)
    for _, call in ipairs({
      { 'SET', chunk, '' }, { 'APPEND', chunk, '' }, { 'UNLINK', chunk }, { 'SET', memory, '', 'PX', 1 },
      { 'HSET', files, '', '' }, { 'HDEL', files, '' }, { 'ZADD', index, 0, '' }, { 'ZREM', index, '' }, { 'HINCRBY', head, '', 1 },
      { 'HSET', head, '', '' }, { 'PEXPIRE', head, 1 }, { 'PERSIST', head }, { 'XADD', changes, '*', '', '' }, { 'PTTL', changes },
      { 'PEXPIRE', changes, 1 },
    }) do
      if not redis.acl_check_cmd(unpack(call)) then error({ err = 'NOPERM this user may not ' .. call[1] .. ' ' .. call[2] }) end
    end
  end`;

// Nothing below may fail: what could was looked at before.
const writing = `
  local function calling(command, key, values)
    for first = 1, #values, batch do
      redis.call(command, key, unpack(values, first, math.min(first + batch - 1, #values)))
    end
  end

  local dropped = {}
  local function dropChunks(old)
    for position = 0, math.ceil(old.size / chunkBytes) - 1 do dropped[#dropped + 1] = chunkKey(old.id, position) end
  end
  local function unlinkDropped()
    for first = 1, #dropped, batch do redis.call('UNLINK', unpack(dropped, first, math.min(first + batch - 1, #dropped))) end
  end

  local function put(id, start, bytes)
    local from = 1
    while from <= #bytes do
      local at = start + from - 1
      local used = at % chunkBytes
      local room = chunkBytes - used
      local piece = from == 1 and #bytes <= room and bytes or string.sub(bytes, from, from + room - 1)
      redis.call(used == 0 and 'SET' or 'APPEND', chunkKey(id, math.floor(at / chunkBytes)), piece)
      from = from + #piece
    end
  end

  local changed, offsets, deleted = {}, {}, {}
  local function save(path, id, size, version)
    known[path] = { id = id, size = size, version = version }
    redis.call('HSET', files, path, number(size) .. ' ' .. id .. ' ' .. version)
    changed[#changed + 1] = path
  end

  local function write(path, bytes, version)
    local old = file(path)
    if old then dropChunks(old) else redis.call('ZADD', index, 0, path) end
    put(version, 0, bytes)
    save(path, version, #bytes, version)
  end

  local function append(path, bytes, version)
    local old = file(path)
    offsets[#offsets + 1] = number(old and old.size or 0)
    if not old then return write(path, bytes, version) end
    put(old.id, old.size, bytes)
    save(path, old.id, old.size + #bytes, version)
  end

  local function delete(path)
    local paths = filesOf(path, #changed == 0)
    if #paths == 0 then return end
    for _, gone in ipairs(paths) do
      dropChunks(known[gone])
      known[gone] = false
      changed[#changed + 1] = gone
      deleted[#deleted + 1] = gone
    end
    calling('HDEL', files, paths)
    calling('ZREM', index, paths)
  end`;

/**
 * ARGV: id of the commit, how long it is remembered, 'registered' or '', 'tell' or '', lease or '', epoch, the number of expectations, for
 * each its path, size or '' and '=version' or '', then for each operation its kind, path and bytes.
 * Replies `stale_epoch` and the current one, `conflict` and a path, `register` when the namespace has no file and must be listed before it
 * gets one, or `committed`, the number of the change and its id in the stream, the offsets of the appends and, to be told, the paths of the
 * deleted files.
 * A commit that comes again, because its answer was lost, is answered and not made again.
 */
export const commitScript = namespaceScript(`
  local id, rememberMs, registered, tell, lease, epoch, expectations = unpack(ARGV, 2, 8)
  local memory = base .. 'r:' .. id
  local before = look('MGET', head, memory)[2] -- of two keys, so that a node that does not have all of the namespace yet refuses to look
  if before then return { 'committed', '0', '', before } end
${parseLease}
${fileTable}
  if lease ~= '' then
    local granted = parseLease(look('HGET', head, lease))
    if not granted or not granted.owner or granted.epoch ~= epoch then return { 'stale_epoch', granted and granted.epoch or '0' } end
  end
  local place = 9
  for _ = 1, tonumber(expectations) do
    local path, size, wanted = unpack(ARGV, place, place + 2)
    local found = file(path)
    if size ~= '' and size ~= (found and number(found.size) or '-1') then return { 'conflict', path } end
    if wanted ~= '' and not (found and wanted == '=' .. found.version) then return { 'conflict', path } end
    place = place + 3
  end

  local count = look('ZCARD', index)
  look('XLEN', changes)
  local changesBefore = look('HGET', head, 'changes')
  if changesBefore and not string.find(changesBefore, '^%d+$') then refuse('corrupt', head, 'has an unreadable count of changes') end
  for at = place, #ARGV, 3 do
    local kind, path = ARGV[at], ARGV[at + 1]
    if kind == 'delete' then
      filesOf(path)
    else
      if count == 0 and registered == '' then return { 'register' } end
      local found = file(path)
      local used = found and found.size % chunkBytes or 0
      if kind == 'append' and used > 0 then
        local key = chunkKey(found.id, math.floor(found.size / chunkBytes))
        if look('STRLEN', key) ~= used then refuseChunk(key, path) end
      end
    end
  end
${permission}
${writing}
  for at = place, #ARGV, 3 do
    local kind, path, bytes = ARGV[at], ARGV[at + 1], ARGV[at + 2]
    local version = id .. ':' .. (at - place) / 3
    if kind == 'write' then write(path, bytes, version) elseif kind == 'append' then append(path, bytes, version) else delete(path) end
  end
  if #changed == 0 then return { 'committed', '0', '', '' } end
  unlinkDropped()

  local change = redis.call('HINCRBY', head, 'changes', 1)
  if not version then redis.call('HSET', head, 'version', ARGV[1]) end
  if redis.call('ZCARD', index) == 0 then
    redis.call('PEXPIRE', head, ${idleHeadMs})
  elseif count == 0 then
    redis.call('PERSIST', head)
  end
  local made = table.concat(offsets, ',')
  redis.call('SET', memory, made, 'PX', rememberMs)
  local changeId = redis.call('XADD', changes, 'MAXLEN', '~', ${keptChanges}, '*', number(change), table.concat(changed, '\\n'))
  if redis.call('PTTL', changes) < ${changesKeptMs / 2} then redis.call('PEXPIRE', changes, ${changesKeptMs}) end
  redis.pcall('PUBLISH', changes, number(change)) -- only a wake-up; who may not publish is heard at the next look
  local reply = { 'committed', number(change), changeId, made }
  if tell ~= '' then for _, path in ipairs(deleted) do reply[#reply + 1] = path end end
  return reply`);
