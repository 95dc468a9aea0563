import { expect, it, jest } from '@jest/globals';
import { atOnce } from '../../../../src/core/background/turns.js';
import { MALFORMED_BODY, MANY_VALUES_BODY } from '../../../../src/core/http/body/json-body.js';
import { parseLongJson } from '../../../../src/core/http/body/long-json.js';
import { Problem, type RequestFault } from '../../../../src/core/http/problems/problem.js';

const MOST_VALUES = 40_200;
const parse = (text: string) => atOnce(parseLongJson(Buffer.from(text), MOST_VALUES));

function faultsOf(text: string): RequestFault[] {
  try {
    parse(text);
  } catch (error) {
    return (error as Problem).options.errors!;
  }
  return [];
}

const locations = (
  count: number,
  entry: (i: number) => string = (i) => `{"lat":${i / 1000},"place":"a,\\"b]"}`,
) => `[${Array.from({ length: count }, (_, i) => entry(i)).join(' , ')}]`;

it.each([
  'null',
  '[]',
  '{}',
  ' {"a":[]} ',
  '{"a":[ ],"b":[1],"c":{"d":[2,[3]]},"e":"[","f":["]",{"g":"}"}]}',
  '\uFEFF{"a":["\\\\","\\"",","]}',
  '{"1":[1],"0":[0],"":["no name"],"\\u00e9\\"":["é","𝄞"]}',
  '[[1],[2],{"a":[3]}]',
  `${' '.repeat(30_000)}{"a":${'\n'.repeat(90_000)}[${'\t'.repeat(9_000)}1],"b":12${' '.repeat(200_000)}}${'\r'.repeat(90_000)}`,
  `{"fields":["a"],"locations":${locations(9_000)},"units":"metric"}`,
  `{"one":${locations(2_000)},"other":${locations(2_000, (i) => `"${'é'.repeat(i % 40)}"`)}}`,
])('returns what JSON.parse does: %#', (text) => {
  expect(parse(text)).toEqual(JSON.parse(text.replace(/^\uFEFF/, '')));
});

const LONG = locations(3_000).slice(1, -1);

it.each([
  '{',
  '{"a":[}',
  '{"a":[1,]}',
  '{"a":[,1]}',
  ' '.repeat(100_000),
  `{"a":1${' '.repeat(20_000)}2}`,
  '{"a":[1}]}',
  '{"a":[1]]}',
  '{"a":["b]}',
  '{"a":[1]',
  '{"a":[1,1],"a":[2]}',
  '{"a":[{"b":1,"b":2}]}',
  '{[1]}',
  '{"a":[1],}',
  `{"a":[${LONG},]}`,
  `{"a":[${LONG},,${LONG}]}`,
  `{"a":[${LONG},  ]}`,
  `{"a":[${LONG},{"b":1,"b":2}]}`,
  `{"a":[${LONG}}`,
])('marks a body as malformed: %#', (text) => {
  expect(parse(text)).toBe(MALFORMED_BODY);
});

it('finds more values than allowed', () => {
  expect(parse(`{"a":[${'1,'.repeat(2 * MOST_VALUES)}1]}`)).toBe(MANY_VALUES_BODY);
  expect(parse(`{"a":{"b":[${'1,'.repeat(2_000)}1]}}`)).toBe(MANY_VALUES_BODY);
});

it.each([
  ['text outside of lists', `{"a":"${'x'.repeat(100_000)}","b":[1]}`, ''],
  ['an entry', `{"a~":[1,"${'x'.repeat(100_000)}"]}`, '/a~0'],
])('refuses large %s', (_, text, pointer) => {
  expect(faultsOf(text)).toEqual([
    { pointer, detail: expect.stringMatching(/more than (8|64) kB/) as unknown },
  ]);
});

it.each([
  ['{"a":[1,{"constructor":1}]}', ['/a/1/constructor']],
  [`{"a":[${LONG},{"b":[{"toString":1}]}]}`, ['/a/3000/b/0/toString']],
  ['{"__proto__":[1]}', ['/__proto__']],
  [`{"a":[{"b":[${'1,'.repeat(700)}1]}]}`, ['/a/0']],
  [`{"a":[${'['.repeat(8)}${']'.repeat(8)}]}`, ['/a/0/0/0/0/0/0/0/0']],
])('finds faults of the structure: %#', (text, pointers) => {
  expect(faultsOf(text).map(({ pointer }) => pointer)).toEqual(pointers);
  expect('polluted' in {}).toBe(false);
});

it('stops at the twentieth fault', () => {
  let steps = 0;
  const body = Buffer.from(`{"a":${locations(9_000, () => '{"constructor":1}')}}`);
  expect(() => {
    for (const step of parseLongJson(body, MOST_VALUES)) steps += 1 + Number(step ?? 0);
  }).toThrow(Problem);
  // A step reads 8 kB of the 180 kB.
  expect(steps).toBeLessThanOrEqual(1);
});

it('does a bounded amount of work in each step', () => {
  const texts = jest.spyOn(JSON, 'parse');
  atOnce(parseLongJson(Buffer.from(`{"a":${locations(9_000)}}`), MOST_VALUES));
  const lengths = texts.mock.calls.map(([text]) => text.length);
  texts.mockRestore();
  expect(lengths.length).toBeGreaterThan(30);
  expect(Math.max(...lengths)).toBeLessThan(10_000);
});

/** A body is damaged in a place, as it happens by chance: what JSON.parse refuses must be refused, and nothing else. */
it('agrees with JSON.parse on damaged bodies', () => {
  const text = `{"a":${locations(400)},"b":[[1,2],{"c":[]}],"d":null}`;
  let seed = 1;
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
  for (let i = 0; i < 3_000; i++) {
    const at = random(text.length);
    const damaged = text.slice(0, at) + ',:[]{}"\\ 1'[random(10)] + text.slice(at + random(2));
    expect([damaged, outcome(() => parse(damaged))]).toEqual([damaged, outcome(() => JSON.parse(damaged))]);
  }
});

/** Returns undefined if the text is refused, or has members that only our parser refuses. */
function outcome(parsed: () => unknown): unknown {
  try {
    const value = parsed();
    return typeof value === 'symbol' ? undefined : value;
  } catch (error) {
    return error instanceof Problem ? error : undefined;
  }
}
