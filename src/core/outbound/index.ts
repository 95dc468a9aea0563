export { boundedError } from './bounded-error.js';
export { boundedFetch } from './bounded-fetch.js';
export { CallSlots } from './call-slots.js';
export { type OutboundFetch, guardedFetch } from './guarded-fetch.js';
export { hostLookup } from './host-lookup.js';
export { outboundCheck } from './outbound-address.js';
export { USER_AGENT, reasonOf, retryAfterMs } from './public-source.js';
