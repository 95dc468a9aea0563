/**
 * `AttemptThrottle` as a script that runs in the store, on the store's clock. KEYS: the key of the attempts. ARGV: the
 * action, the free attempts, the maximum wait and the time after which attempts are forgotten, both in seconds.
 *
 * @returns the whole seconds to wait
 */
export const ATTEMPT_SCRIPT = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local action, free, longest, forget = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
if action == 'clear' then
  redis.call('DEL', KEYS[1])
  return 0
end
local stored = redis.call('HMGET', KEYS[1], 'count', 'blockedUntil')
local count, blockedUntil = tonumber(stored[1] or '0'), tonumber(stored[2] or '0')
if action == 'takeBack' then
  if stored[1] then redis.call('HSET', KEYS[1], 'count', count - 1, 'blockedUntil', 0) end
  return 0
end
local wait = 0
if action ~= 'note' then wait = math.max(0, math.ceil((blockedUntil - now) / 1000)) end
if action == 'note' or (action == 'attempt' and wait == 0) then
  count = count + 1
  local seconds = 0
  if count >= free then seconds = math.min(longest, 2 ^ math.min(count - free, 20)) end
  redis.call('HSET', KEYS[1], 'count', count, 'blockedUntil', string.format('%d', now + seconds * 1000))
  redis.call('PEXPIRE', KEYS[1], forget * 1000)
end
return wait
`;
