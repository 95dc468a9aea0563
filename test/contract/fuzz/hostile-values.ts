import fc from 'fast-check';

/** Texts that are known to break programs. */
const NASTY_TEXTS = [
  '',
  ' ',
  '\0',
  'null',
  'undefined',
  'NaN',
  '-0',
  '1e400',
  '9007199254740993',
  '0x10',
  '%',
  '%zz',
  '%00',
  '../../etc/passwd',
  "' or 1=1 --",
  '$1',
  '{"$gt":""}',
  '=cmd()',
  '__proto__',
  'constructor',
  'toString',
  '\u202Eabc\u200B',
  '\uD800',
  '🌩️'.repeat(50),
  'ﬃ',
  'İ',
  'a\r\nSet-Cookie: x=1',
  'x'.repeat(101),
  'x'.repeat(3_000),
  ','.repeat(500),
  'a,'.repeat(500),
  `${'a'.repeat(200)}!`,
  `${'0'.repeat(500)}1`,
  '2026-11-21T03:00:00+99:99',
  '2026-02-30T00:00:00Z',
  '275760-09-13T00:00:00Z',
  'Europe/Berlin\0',
  'cli_00000000000000000000000000',
];

export const hostileText = fc.oneof(
  fc.constantFrom(...NASTY_TEXTS),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
);

export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.constantFrom(null, true, 0, -1, 1e308, -1e-320, 2 ** 53, [], {}, [[]], [null]),
  fc.double(),
  fc.array(hostileText, { maxLength: 120 }),
  fc.dictionary(hostileText, hostileText, { maxKeys: 5 }),
  fc.jsonValue({ maxDepth: 4 }),
);

const deep = (open: string, close: string, levels: number) => open.repeat(levels) + close.repeat(levels);
const manyMembers = (count: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [`m${i}`, i])));

/** Raw bodies, most of which are invalid JSON or accepted by no operation. */
export const hostileBody: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '{',
    'null',
    '[]',
    '"text"',
    '{}{}',
    '{"a":1,"a":2}',
    '{"__proto__":{"role":"admin"}}',
    '{"constructor":{"prototype":{"role":"admin"}}}',
    '{"lat":1e400,"lon":-1e400}',
    '\uFEFF{}',
    deep('{"a":', '}', 3_000),
    deep('[', ']', 20_000),
    manyMembers(100),
    manyMembers(5_000),
    JSON.stringify({ locations: Array.from({ length: 101 }, () => ({ lat: 1, lon: 1 })) }),
    JSON.stringify({ name: 'x'.repeat(60_000) }),
    'x'.repeat(70_000),
  ),
  fc.json(),
  hostileText,
);
