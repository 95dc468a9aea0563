export { boundedError } from './bounded-error.js';
export { boundedFetch } from './bounded-fetch.js';
export { CallPlaces } from './call-places.js';
export { type OutboundFetch, guardedFetch } from './guarded-fetch.js';
export { hostLookup } from './host-lookup.js';
export { outboundCheck } from './outbound-address.js';
export { USER_AGENT, reasonOf, retryAfterMs } from './public-source.js';
