import { BlockList, isIP, SocketAddress } from 'node:net';

/** Mapped IPv4 addresses are those in ::ffff:0:0/96. */
const MAPPED_PREFIX_BITS = 96;

export interface AddressRange {
  address: string;
  family: 'ipv4' | 'ipv6';
  prefixBits: number;
}

/** Reads an address or a range, such as `203.0.113.7`, `10.0.0.0/8` or `2001:db8::/32`. */
export function parseAddressRange(text: string): AddressRange | undefined {
  const match = /^([0-9A-Fa-f.:]+)(?:\/(\d{1,3}))?$/.exec(text);
  const family = match ? isIP(match[1]) : 0;
  if (!match || family === 0) return undefined;
  const bits = family === 4 ? 32 : 128;
  const prefixBits = match[2] === undefined ? bits : Number(match[2]);
  if (prefixBits > bits) return undefined;
  return { address: match[1], family: family === 4 ? 'ipv4' : 'ipv6', prefixBits };
}

/** Whether one of the ranges holds the address; an IPv4 address that is mapped into IPv6 counts as IPv4. */
export function isInRanges(address: string, ranges: readonly string[]): boolean {
  const plain = unmapped(address);
  if (plain === undefined) return false;
  const list = new BlockList();
  for (const range of ranges.map(parseAddressRange)) {
    // Node finds every IPv4 address, as a mapped one, in a wide range of IPv6 such as ::/0.
    const isTooWide = range?.family === 'ipv6' && range.prefixBits < MAPPED_PREFIX_BITS && isIP(plain) === 4;
    if (range && !isTooWide) list.addSubnet(range.address, range.prefixBits, range.family);
  }
  return list.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4');
}

/** In the shortest form, and IPv4 where it is mapped; undefined when it is no address. */
function unmapped(text: string): string | undefined {
  const family = isIP(text);
  if (family !== 6) return family === 4 ? text : undefined;
  return new SocketAddress({ address: text, family: 'ipv6' }).address.replace(/^::ffff:(?=\d+\.)/, '');
}
