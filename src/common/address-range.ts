import { BlockList, isIP, SocketAddress } from 'node:net';

/** Mapped IPv4 addresses are those in ::ffff:0:0/96. */
const MAPPED_PREFIX_BITS = 96;
/** What one subscriber usually has of IPv6 is a /64: four of its eight groups. */
const SUBSCRIBER_GROUPS = 4;

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

/** A check whether one of the ranges holds an address; an IPv4 address that is mapped into IPv6 counts as IPv4. */
export function inRanges(ranges: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  // Node finds every IPv4 address, as a mapped one, in a wide range of IPv6 such as ::/0.
  const wideList = new BlockList();
  for (const range of ranges.map(parseAddressRange)) {
    const isWide = range?.family === 'ipv6' && range.prefixBits < MAPPED_PREFIX_BITS;
    if (range) (isWide ? wideList : list).addSubnet(range.address, range.prefixBits, range.family);
  }
  return (address) => {
    const plain = unmapped(address);
    if (plain === undefined) return false;
    if (isIP(plain) === 4) return list.check(plain, 'ipv4');
    return list.check(plain, 'ipv6') || wideList.check(plain, 'ipv6');
  };
}

/** What one visitor can be told by: an IPv4 address, or the /64 of an IPv6 address, whose other half is free to choose. */
export function subscriberOf(address: string): string {
  const plain = unmapped(address);
  if (plain === undefined || isIP(plain) === 4) return plain ?? address;
  const [head, tail] = plain.split('::');
  const groups = head === '' ? [] : head.split(':');
  const tailGroups = tail ? tail.split(':').length : 0;
  const zeros = Array<string>(Math.max(0, 8 - groups.length - tailGroups)).fill('0');
  const whole = tail === undefined ? groups : [...groups, ...zeros, ...tail.split(':')];
  return `${whole.slice(0, SUBSCRIBER_GROUPS).join(':')}::/64`;
}

/**
 * What one caller has for itself: an IPv4 address, or the /64 network of an IPv6 one, out of which each request could
 * come from another address. What is no address stays as it is.
 */
export function networkOf(address: string): string {
  const plain = unmapped(address.replace(/%.*$/, ''));
  if (plain === undefined || isIP(plain) === 4) return plain ?? address;
  const [head, tail] = plain.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = tail ? Array<string>(8 - head.length - tail.length).fill('0') : [];
  return `${[...head, ...zeros, ...(tail ?? [])].slice(0, 4).join(':')}::/64`;
}

/** In the shortest form, and IPv4 where it is mapped; undefined when it is no address. */
function unmapped(text: string): string | undefined {
  const family = isIP(text);
  if (family !== 6) return family === 4 ? text : undefined;
  return new SocketAddress({ address: text, family: 'ipv6' }).address.replace(/^::ffff:(?=\d+\.)/, '');
}
