export { type BackOff, backOffMs } from './back-off.js';
export { before } from './before.js';
export { EXPIRY_TOLD_MS, isExpiryTold } from './expiry-notice.js';
export { parseInstant, readInstant, toInstant } from './instant.js';
export { TimeZone } from './time-zone.js';
export { startOfUtcDay } from './utc-day.js';
export { within } from './within.js';
export { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../weather/time/index.js';
