import { namespaceScript } from './script.ts';

/** How long the head of a namespace without files is kept: its leases, its count of changes. */
export const idleHeadMs = 24 * 60 * 60 * 1000;

/** Reads a lease of the head: its epoch as text, when it ends, and its owner, nil once released. */
export const parseLease = `
  local function parseLease(text)
    if not text then return nil end
    local epoch, ends, owner = string.match(text, '^(%d+) (%d+) ?(.*)$')
    if not epoch then refuse('corrupt', head, 'has an unreadable lease') end
    return { epoch = epoch, ends = tonumber(ends), owner = string.sub(owner, 1, 1) == '=' and string.sub(owner, 2) or nil }
  end`;

const leaseScript = (body: string) =>
  namespaceScript(`${parseLease}
  local name = ARGV[2]
  local lease = parseLease(look('HGET', head, name))
  local time = now()
  local function save(epoch, ttl, owner)
    local idle = look('ZCARD', index) == 0
    local keptMs = number(${idleHeadMs} + 2 * ttl)
    if idle then redis.call('PEXPIRE', head, keptMs) end -- who may not do that is refused before anything is written
    redis.call('HSET', head, 'version', ARGV[1], name, epoch .. ' ' .. number(time + ttl) .. (owner and ' =' .. owner or ''))
    if idle then redis.call('PEXPIRE', head, keptMs) end
  end
${body}`);

/**
 * ARGV: name, owner, time to live. Replies `acquired` and the epoch, or `held`, the owner and the rest. An epoch is the time in
 * milliseconds, or one more than the last: so none comes back, not even when a server lost its latest writes or the head ran out.
 */
export const acquireScript = leaseScript(`
  local owner, ttl = ARGV[3], tonumber(ARGV[4])
  if lease and lease.owner and lease.owner ~= owner and lease.ends > time then return { 'held', lease.owner, number(lease.ends - time) } end
  local epoch = number(math.max(time, lease and lease.epoch + 1 or 1))
  save(epoch, ttl, owner)
  return { 'acquired', epoch }`);

/** ARGV: name, epoch, time to live. Replies `yes` or `no`. */
export const renewScript = leaseScript(`
  if not lease or not lease.owner or lease.epoch ~= ARGV[3] then return { 'no' } end
  save(lease.epoch, tonumber(ARGV[4]), lease.owner)
  return { 'yes' }`);

/** ARGV: name, epoch. Replies `yes` or `no`. */
export const releaseScript = leaseScript(`
  if not lease or not lease.owner or lease.epoch ~= ARGV[3] then return { 'no' } end
  save(lease.epoch, 0, nil)
  return { 'yes' }`);

/** ARGV: name. Replies `held`, the owner, the epoch and the rest, or `free`. */
export const holderScript = leaseScript(`
  if not lease or not lease.owner or lease.ends <= time then return { 'free' } end
  return { 'held', lease.owner, lease.epoch, number(lease.ends - time) }`);
