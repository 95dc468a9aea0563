export { type BackOff, backOffMs } from './back-off.js';
export { before, parseInstant, readInstant, startOfUtcDay, toInstant } from './instant.js';
export { EXPIRY_TOLD_MS, isExpiryTold } from './expiry-notice.js';
export { TimeZone } from './time-zone.js';
export { within } from './within.js';
export { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../weather/time/index.js';
