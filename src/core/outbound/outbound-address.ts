import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { inRanges } from '../network/address-range.js';

const HTTPS_PORT = 443;
/** Lower ports belong to other protocols, such as mail, directories and shells. */
const FIRST_FREE_PORT = 1024;
/** The only IPv6 range assigned to networks on the Internet (RFC 4291, section 2.4). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** The target of a connection. */
export interface OutboundTarget {
  protocol: string;
  address: string;
  port: number;
}

/**
 * Returns a check of whether the service may connect to a target that a tenant chose. Allowed are https to public
 * addresses on port 443 or from 1024 up, and anything in the allowed networks.
 */
export function outboundCheck(
  allowedNetworks: readonly string[],
): ({ protocol, address, port }: OutboundTarget) => boolean {
  const isAllowed = inRanges(allowedNetworks);
  return ({ protocol, address, port }) =>
    isAllowed(address) ||
    (protocol === 'https:' && (port === HTTPS_PORT || port >= FIRST_FREE_PORT) && isPublic(address));
}

/** Addresses that embed an IPv4 address (NAT64, 6to4, Teredo) don't count as public: they lead to it, or nowhere. */
function isPublic(text: string): boolean {
  if (isIP(text) === 0) return false;
  const address = ipaddr.parse(text);
  return address.range() === 'unicast' && (!('parts' in address) || address.match(GLOBAL_UNICAST));
}
