import { namespaceScript } from './script.ts';

/**
 * ARGV: path, start, end or '', most bytes. Replies `missing`, or `file`, its size, its id, its version, the range within the file and as
 * many chunks from its start as fit. The bytes that an id had stay what they were: a write makes another id, an append only adds.
 */
export const readScript = namespaceScript(`
  local path = ARGV[2]
  local text = look('HGET', files, path)
  if not text then return { 'missing' } end
  local file = parseFile(path, text)
  local from = math.min(math.max(0, tonumber(ARGV[3])), file.size)
  local to = ARGV[4] == '' and file.size or math.max(from, math.min(tonumber(ARGV[4]), file.size))
  local reply = { 'file', number(file.size), file.id, file.version, number(from), number(to) }
  local last = math.min(to, from + tonumber(ARGV[5]))
  local at = from
  while at < last do
    local position = math.floor(at / chunkBytes)
    local start = position * chunkBytes
    local stop = math.min(last, start + chunkBytes)
    local key = chunkKey(file.id, position)
    local bytes = look('GETRANGE', key, number(at - start), number(stop - start - 1))
    if #bytes ~= stop - at then refuseChunk(key, path) end
    reply[#reply + 1] = bytes
    at = stop
  end
  return reply`);

/** ARGV: path. Replies `yes` for a file and for a folder, else `no`. */
export const existsScript = namespaceScript(`
  local path = ARGV[2]
  if look('HEXISTS', files, path) == 1 then return { 'yes' } end
  local from, to = beneath(path)
  return { #range(from, to, 1) > 0 and 'yes' or 'no' }`);

/**
 * ARGV: folder, where an earlier call stopped or '', most names. Replies where it stopped or '', then names. Files come one after the other;
 * behind the first path of a folder the search goes on past that folder.
 */
export const listScript = namespaceScript(`
  local first, to = beneath(ARGV[2])
  local length = #first - 1
  local from = ARGV[3] == '' and first or ARGV[3]
  local most = tonumber(ARGV[4])
  local reply = { '' }
  local page = 8
  while true do
    local paths = range(from, to, page)
    local folder
    for _, path in ipairs(paths) do
      local name = string.sub(path, length + 1)
      local slash = string.find(name, '/', 1, true)
      folder = slash and string.sub(name, 1, slash - 1)
      reply[#reply + 1] = folder and folder .. '/' or name
      from = folder and '[' .. string.sub(path, 1, length) .. folder .. '0' or '(' .. path
      if folder then break end
    end
    if not folder and #paths < page then return reply end
    if #reply > most then
      reply[1] = from
      return reply
    end
    page = folder and 8 or math.min(page * 2, batch)
  end`);

/** ARGV: path, where an earlier call stopped or '', most paths. Replies where it stopped or '', then the files at or beneath the path. */
export const pathsScript = namespaceScript(`
  local path = ARGV[2]
  local first, to = beneath(path)
  local reply = { '' }
  if ARGV[3] == '' and look('HEXISTS', files, path) == 1 then reply[2] = path end
  local paths = range(ARGV[3] == '' and first or ARGV[3], to, tonumber(ARGV[4]))
  for _, found in ipairs(paths) do reply[#reply + 1] = found end
  if #paths == tonumber(ARGV[4]) then reply[1] = '(' .. paths[#paths] end
  return reply`);
