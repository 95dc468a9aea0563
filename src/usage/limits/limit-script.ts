import { DAY_MS } from '../../core/time/index.js';

export const LIMIT_UNKNOWN = -1;

/**
 * `takeFrom` over all windows at once, as a script that runs in the store, on the store's clock, so that several
 * processes together admit no more than one would. KEYS: the client. ARGV: the action (`take`, `give`, `peek`), the
 * requests and units, the UTC day of what is given back, and the limits of second, minute, hour and day (0: no such
 * window); then, for a client that the store does not know, the consumption: what is spent of second, minute and hour,
 * the UTC day, and its units. Without the consumption, the script returns only `LIMIT_UNKNOWN` for such a client, and
 * does nothing.
 *
 * @returns whether it was admitted, the time, and the consumption then: what is spent of second, minute and hour, as of
 * when, the UTC day, and its units. Numbers are strings, since the store would truncate them to integers.
 */
export const LIMIT_SCRIPT = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local today = math.floor(now / ${DAY_MS})
local what, requests, units, takenDay = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local stored = redis.call('HMGET', KEYS[1], 'second', 'minute', 'hour', 'asOf', 'day', 'units')
if not stored[4] then
  if not ARGV[9] then return { ${LIMIT_UNKNOWN} } end
  stored = { ARGV[9], ARGV[10], ARGV[11], string.format('%.0f', now), ARGV[12], ARGV[13] }
end
local function number(i) return tonumber(stored[i]) end
local windows = { 1000, 60000, 3600000 }
local counts = { requests, requests, units }
local asOf, day, unitsOfDay = number(4), number(5), number(6)
local spent, after = {}, {}
local admitted = 1

for i = 1, 3 do
  local limit = tonumber(ARGV[4 + i])
  local taken = 0
  if limit > 0 then taken = counts[i] end
  spent[i] = number(i)
  if what == 'give' then
    after[i] = spent[i] - taken
  else
    local cameBack = math.max(0, now - asOf) * math.max(limit, spent[i]) / windows[i]
    after[i] = math.max(0, spent[i] - cameBack) + taken
    if limit > 0 and after[i] - limit > math.min(1e-6, limit * 1e-9) then admitted = 0 end
  end
end

local limitOfDay = tonumber(ARGV[8])
if what == 'take' then
  local total = units
  if day == today then total = unitsOfDay + units end
  if limitOfDay > 0 and total > limitOfDay then admitted = 0 end
  if admitted == 1 then spent, asOf, day, unitsOfDay = after, now, today, total end
elseif what == 'give' then
  spent = after
  if day == takenDay then unitsOfDay = math.max(0, unitsOfDay - units) end
end

local function text(value) return string.format('%.17g', value) end
if what == 'give' or (what == 'take' and admitted == 1) then
  redis.call('HSET', KEYS[1], 'second', text(spent[1]), 'minute', text(spent[2]), 'hour', text(spent[3]),
    'asOf', text(asOf), 'day', text(day), 'units', text(unitsOfDay))
  redis.call('PEXPIRE', KEYS[1], math.max(3600000, (today + 1) * ${DAY_MS} - now))
end
return { admitted, text(now), text(spent[1]), text(spent[2]), text(spent[3]), text(asOf), text(day), text(unitsOfDay) }
`;
