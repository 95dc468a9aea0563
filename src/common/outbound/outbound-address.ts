import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { inRanges } from '../address-range.js';

const HTTPS_PORT = 443;
/** Below it, other protocols have their ports: mail, directories, shells. */
const FIRST_FREE_PORT = 1024;
/** The only addresses of IPv6 that are given to networks on the Internet (RFC 4291, section 2.4). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** Where a connection leads. */
export interface OutboundTarget {
  protocol: string;
  address: string;
  port: number;
}

/**
 * A check whether the service may connect to where a tenant says: over https to public addresses, on port 443 or one from
 * 1024, and anyhow to the allowed networks.
 */
export function outboundCheck(
  allowedNetworks: readonly string[],
): ({ protocol, address, port }: OutboundTarget) => boolean {
  const isAllowed = inRanges(allowedNetworks);
  return ({ protocol, address, port }) =>
    isAllowed(address) ||
    (protocol === 'https:' && (port === HTTPS_PORT || port >= FIRST_FREE_PORT) && isPublic(address));
}

/** Addresses that carry an IPv4 address in them (NAT64, 6to4, Teredo) are not: they lead to it, or nowhere. */
function isPublic(text: string): boolean {
  if (isIP(text) === 0) return false;
  const address = ipaddr.parse(text);
  return address.range() === 'unicast' && (!('parts' in address) || address.match(GLOBAL_UNICAST));
}
