import { expect, it } from '@jest/globals';
import { URI } from 'otpauth';
import { totpUri } from '../../../src/accounts/factors/totp.js';

const SECRET = 'JBSWY3DPEHPK3PXP';

// Google's "Key Uri Format": the label is "issuer:account", and neither of them may contain a colon.
it.each([
  ['weather.example', 'ada@example.com', 'weather.example:ada@example.com'],
  ['weather.example:8443', 'ada@example.com', 'weather.example-8443:ada@example.com'],
  ['[::1]:3000', '"a:b"@example.com', '[--1]-3000:"a-b"@example.com'],
])('has a label with one colon for %s and %s', (host, email, label) => {
  const uri = totpUri(SECRET, host, email);
  const { pathname, searchParams } = new URL(uri);
  expect(decodeURIComponent(pathname.slice(1))).toBe(label);
  expect(searchParams.get('issuer')).toBe(label.split(':')[0]);
  expect(URI.parse(uri)).toMatchObject({ issuer: label.split(':')[0], label: label.split(':')[1] });
});
