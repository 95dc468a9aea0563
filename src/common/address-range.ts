import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Mapped IPv4 addresses are those in ::ffff:0:0/96. */
const MAPPED_PREFIX_BITS = 96;
/** What one subscriber usually has of IPv6 is a /64: four of its eight groups. */
const SUBSCRIBER_GROUPS = 4;
const SITE_GROUPS = 3;

export interface AddressRange {
  address: Address;
  prefixBits: number;
}

/** Reads an address or a range, such as `203.0.113.7`, `10.0.0.0/8` or `2001:db8::/32`. */
export function parseAddressRange(text: string): AddressRange | undefined {
  const match = /^([0-9A-Fa-f.:]+)(?:\/(\d{1,3}))?$/.exec(text);
  // The library also reads octal and hexadecimal numbers, and addresses of fewer than four numbers.
  const family = match ? isIP(match[1]) : 0;
  if (!match || family === 0) return undefined;
  const bits = family === 4 ? 32 : 128;
  const prefixBits = match[2] === undefined ? bits : Number(match[2]);
  return prefixBits > bits ? undefined : { address: ipaddr.parse(match[1]), prefixBits };
}

/** A check whether one of the ranges holds an address; an IPv4 address that is mapped into IPv6 counts as IPv4. */
export function inRanges(texts: readonly string[]): (address: string) => boolean {
  const ranges = texts.flatMap((text) => parseAddressRange(text) ?? []).map(unmapped);
  return (text) => {
    if (isIP(text) === 0) return false;
    const address = ipaddr.process(text);
    return ranges.some(
      (range) => range.address.kind() === address.kind() && address.match(range.address, range.prefixBits),
    );
  };
}

/**
 * What one caller has for itself: an IPv4 address, or the /64 network of an IPv6 one, out of which each request could
 * come from another address. What is no address stays as it is.
 */
export function networkOf(text: string): string {
  if (isIP(text) !== 6) return text;
  const address = ipaddr.process(text);
  if (!('parts' in address)) return address.toString();
  const groups = address.parts.slice(0, SUBSCRIBER_GROUPS).map((part) => part.toString(16));
  return `${groups.join(':')}::/64`;
}

/** What one site usually has: the /24 network of an IPv4 address, or the /48 one of an IPv6 address. */
export function siteOf(text: string): string {
  if (isIP(text) === 0) return text;
  const address = ipaddr.process(text);
  if ('octets' in address) return `${address.octets.slice(0, 3).join('.')}.0/24`;
  const groups = address.parts.slice(0, SITE_GROUPS).map((part) => part.toString(16));
  return `${groups.join(':')}::/48`;
}

function unmapped({ address, prefixBits }: AddressRange): AddressRange {
  if (!('parts' in address) || !address.isIPv4MappedAddress() || prefixBits < MAPPED_PREFIX_BITS)
    return { address, prefixBits };
  return { address: address.toIPv4Address(), prefixBits: prefixBits - MAPPED_PREFIX_BITS };
}
