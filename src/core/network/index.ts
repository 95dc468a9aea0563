export { inRanges, networkOf, parseAddressRange, siteOf } from './address-range.js';
export { domainName, domainOf } from './domain-name.js';
