export { inRanges, networkOf, parseAddressRange, siteOf } from './address-range.js';
export { domainName, domainOf, withAsciiDomain } from './domain-name.js';
