import { expect, it } from '@jest/globals';
import { domainName } from '../../../../src/core/network/domain-name.js';

// The expected ASCII names are those of Python's idna package.
it.each([
  ['example.com', 'example.com'],
  [' Mail.EXAMPLE.com ', 'mail.example.com'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['BÜCHER.example', 'xn--bcher-kva.example'],
  ['bu\u0308cher.example', 'xn--bcher-kva.example'],
  ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
  // Cyrillic letters that look like Latin ones make a different domain.
  ['ех\u0430mple.com', 'xn--mple-43d3a6i.com'],
])('normalizes %j to %s', (text, name) => {
  expect(domainName(text)).toBe(name);
});

it.each([
  'ｅｘａｍｐｌｅ.com',
  'example。com',
  'exa\u00admple.com',
  'exam\u200bple.com',
  'exam\u200dple.com',
  'ℯxample.com',
  'example.com.',
  'localhost',
  '127.0.0.1',
  '0x7f.1',
  '[::1]',
  'example.com:53',
  'example.com/path',
  'ada@example.com',
  'exa mple.com',
  '*.example.com',
  'a_b.example.com',
  `${'a'.repeat(64)}.example`,
  '',
])('rejects %j', (text) => {
  expect(domainName(text)).toBeUndefined();
});
