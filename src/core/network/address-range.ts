import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** IPv4-mapped addresses are in ::ffff:0:0/96. */
const MAPPED_PREFIX_BITS = 96;
/** An IPv6 subscriber usually has a /64: four of the eight groups. */
const SUBSCRIBER_GROUPS = 4;
const SITE_GROUPS = 3;

export interface AddressRange {
  address: Address;
  prefixBits: number;
}

/** Parses an address or a range, such as `203.0.113.7`, `10.0.0.0/8` or `2001:db8::/32`. */
export function parseAddressRange(text: string): AddressRange | undefined {
  const match = /^([0-9A-Fa-f.:]+)(?:\/(\d{1,3}))?$/.exec(text);
  // The library also accepts octal and hexadecimal numbers, and addresses with fewer than four numbers.
  const family = match ? isIP(match[1]) : 0;
  if (!match || family === 0) return undefined;
  const bits = family === 4 ? 32 : 128;
  const prefixBits = match[2] === undefined ? bits : Number(match[2]);
  return prefixBits > bits ? undefined : { address: ipaddr.parse(match[1]), prefixBits };
}

/** Returns a check of whether an address is in one of the ranges. IPv4-mapped addresses count as IPv4. */
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
 * Returns the network of a single caller: an IPv4 address, or the /64 of an IPv6 address, since the caller can use any
 * address in it. Text that isn't an address is returned unchanged.
 */
export function networkOf(text: string): string {
  if (isIP(text) !== 6) return text;
  const address = ipaddr.process(text);
  if (!('parts' in address)) return address.toString();
  const groups = address.parts.slice(0, SUBSCRIBER_GROUPS).map((part) => part.toString(16));
  return `${groups.join(':')}::/64`;
}

/** Returns the network of a typical site: the /24 of an IPv4 address, or the /48 of an IPv6 address. */
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
