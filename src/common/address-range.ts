import { BlockList, isIP } from 'node:net';

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
  const list = new BlockList();
  for (const range of ranges.map(parseAddressRange)) {
    if (range) list.addSubnet(range.address, range.prefixBits, range.family);
  }
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  return list.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4');
}
