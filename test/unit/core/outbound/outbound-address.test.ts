import { describe, expect, it } from '@jest/globals';
import { outboundCheck } from '../../../../src/core/outbound/outbound-address.js';

const target = (address: string, protocol = 'https:', port = 443) => ({ address, protocol, port });

describe('without allowed networks', () => {
  const mayConnect = outboundCheck([]);

  it.each([
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '100.64.0.1',
    '100.127.255.255',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.1',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.0.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '239.255.255.250',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    // IPv4 in IPv6: mapped, compatible, translated, both NAT64 prefixes, 6to4, Teredo, ISATAP.
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:8.8.8.8',
    '::127.0.0.1',
    '::8.8.8.8',
    '::ffff:0:127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b::10.0.0.1',
    '64:ff9b::8.8.8.8',
    '64:ff9b:1::a00:1',
    '2002:7f00:1::',
    '2002:a9fe:a9fe::1',
    '2001::1',
    '2001:0:4136:e378:8000:63bf:3fff:fdd2',
    'fe80::5efe:10.0.0.1',
    'fe80::1',
    'fe80::1%eth0',
    'febf::1',
    'fec0::1',
    'fc00::1',
    'fd00:ec2::254',
    'ff02::1',
    '100::1',
    '2001:2::1',
    '2001:10::1',
    '2001:20::1',
    '2001:db8::1',
    '3fff::1',
    '5f00::1',
    '4000::1',
    'localhost',
    '127.1',
    '2130706433',
    '',
  ])('refuses to connect to %s', (address) => {
    expect(mayConnect(target(address))).toBe(false);
  });

  it.each(['8.8.8.8', '100.63.255.255', '100.128.0.0', '172.32.0.1', '2606:4700:4700::1111', '2a00:1450::1'])(
    'connects to %s over https only',
    (address) => {
      expect(mayConnect(target(address))).toBe(true);
      expect(mayConnect(target(address, 'http:', 80))).toBe(false);
      expect(mayConnect(target(address, 'http:', 443))).toBe(false);
    },
  );

  it.each([
    [443, true],
    [8443, true],
    [1024, true],
    [22, false],
    [25, false],
    [80, false],
    [465, false],
    [636, false],
    [1023, false],
  ])('port %i: %s', (port, isOpen) => {
    expect(mayConnect(target('8.8.8.8', 'https:', port))).toBe(isOpen);
  });
});

describe('with allowed networks', () => {
  const mayConnect = outboundCheck(['10.1.0.0/16', 'fd00:1::/32']);

  it.each(['10.1.2.3', '::ffff:10.1.2.3', 'fd00:1::7'])(
    'allows %s, which is in one, on any port',
    (address) => {
      expect(mayConnect(target(address, 'http:', 80))).toBe(true);
      expect(mayConnect(target(address, 'https:', 636))).toBe(true);
    },
  );

  it.each(['10.2.0.1', '127.0.0.1', 'fd00:2::1', '64:ff9b::10.1.2.3'])(
    'refuses %s, which is not in one',
    (address) => {
      expect(mayConnect(target(address))).toBe(false);
    },
  );
});
