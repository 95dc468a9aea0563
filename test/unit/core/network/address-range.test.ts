import { describe, expect, it } from '@jest/globals';
import { inRanges, networkOf, parseAddressRange } from '../../../../src/core/network/address-range.js';

const ADDRESSES = [
  '203.0.113.7',
  '203.0.113.8',
  '10.255.255.255',
  '11.0.0.0',
  '0.0.0.0',
  '255.255.255.255',
  '127.0.0.1',
  '::1',
  '::',
  '2001:db8::1',
  '2001:db7:ffff:ffff:ffff:ffff:ffff:ffff',
  '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff',
  '2001:db9::',
  'fe80::1',
];
const ALL_IPV4 = ADDRESSES.filter((address) => !address.includes(':'));
const ALL_IPV6 = ADDRESSES.filter((address) => address.includes(':'));

/*
 * From Python 3.11:
 *   network = ipaddress.ip_network(range, strict=False)
 *   [address for address in addresses if ipaddress.ip_address(address) in network]
 */
const MEMBERS: [range: string, members: string[]][] = [
  ['203.0.113.7', ['203.0.113.7']],
  ['203.0.113.6/31', ['203.0.113.7']],
  ['203.0.113.7/0', ALL_IPV4],
  ['10.0.0.0/8', ['10.255.255.255']],
  ['10.1.2.3/8', ['10.255.255.255']],
  ['255.255.255.255/32', ['255.255.255.255']],
  ['::1', ['::1']],
  ['2001:db8::/32', ['2001:db8::1', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff']],
  ['2001:DB8::5/32', ['2001:db8::1', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff']],
  ['::/0', ALL_IPV6],
  ['fe80::/10', ['fe80::1']],
];

describe('inRanges', () => {
  it.each(MEMBERS)('finds in %s only %j', (range, members) => {
    expect(ADDRESSES.filter((address) => inRanges([range])(address))).toEqual(members);
  });

  it.each([
    ['::ffff:203.0.113.7', '203.0.113.0/24', true],
    ['::FFFF:203.0.113.7', '203.0.113.7', true],
    ['::ffff:cb00:7107', '203.0.113.7', true],
    ['::ffff:203.0.113.7', '203.0.114.0/24', false],
    ['::ffff:cb00:7107', '203.0.113.8', false],
    ['::ffff:cb00:7107', '::/0', false],
    ['::ffff:203.0.113.7', '::/0', false],
    ['203.0.113.7', '::ffff:0:0/96', true],
    ['203.0.113.7', '::ffff:203.0.113.7', true],
    ['203.0.113.8', '::ffff:203.0.113.7', false],
    ['203.0.113.200', '::ffff:203.0.113.0/120', true],
    ['203.0.114.0', '::ffff:203.0.113.0/120', false],
    ['::ffff:203.0.113.7', '::ffff:203.0.113.0/120', true],
  ])('treats an IPv4-mapped IPv6 address as IPv4: %s in %s', (address, range, expected) => {
    expect(inRanges([range])(address)).toBe(expected);
  });

  it('checks all ranges', () => {
    const ranges = ['192.0.2.0/24', '::1', '203.0.113.7'];

    expect(
      ['192.0.2.9', '::1', '203.0.113.7', '203.0.113.8'].map((address) => inRanges(ranges)(address)),
    ).toEqual([true, true, true, false]);
    expect(inRanges([])('192.0.2.9')).toBe(false);
  });

  it.each(['', 'unknown', '203.0.113', '203.0.113.7:80', '[::1]'])('finds %j in no range', (address) => {
    expect(inRanges(['0.0.0.0/0', '::/0'])(address)).toBe(false);
  });
});

describe('parseAddressRange', () => {
  it.each([
    ['203.0.113.7', ['ipv4', 32]],
    ['10.0.0.0/8', ['ipv4', 8]],
    ['0.0.0.0/0', ['ipv4', 0]],
    ['2001:DB8::/32', ['ipv6', 32]],
    ['::ffff:192.0.2.1', ['ipv6', 128]],
  ])('parses %s', (text, expected) => {
    const range = parseAddressRange(text);

    expect([range?.address.kind(), range?.prefixBits]).toEqual(expected);
  });

  it.each([
    '',
    'localhost',
    '203.0.113',
    '203.0.113.256',
    '0203.0.113.7',
    '0x7f.0.0.1',
    '203.0.113.0/33',
    '203.0.113.0/',
    '203.0.113.0/-1',
    '203.0.113.0/24/8',
    '203.0.113.0/255.255.255.0',
    '2001:db8::/129',
    '2001:db8::1::2',
    'fe80::1%eth0',
    '[::1]',
    ' 203.0.113.7',
    '203.0.113.7\n',
  ])('rejects %j', (text) => {
    expect(parseAddressRange(text)).toBeUndefined();
  });
});

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:0:7::1', '2001:db8:0:7::/64'],
  ['2001:DB8:0:7:1:2:3:4', '2001:db8:0:7::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['1:2:3:4:5:6:7::', '1:2:3:4::/64'],
  ['unknown', 'unknown'],
])('counts %s as part of the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
