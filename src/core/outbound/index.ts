export { boundedError } from './bounded-error.js';
export { boundedFetch } from './bounded-fetch.js';
export { dnsLookup } from './dns-lookup.js';
export { type OutboundFetch, guardedFetch } from './guarded-fetch.js';
export { outboundCheck } from './outbound-address.js';
