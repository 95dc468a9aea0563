import { DAY_MS } from '../../src/core/time/index.js';

const LIMIT_BYTES = 64 * 1024;
const LONGEST_QUERY = 15_000;

/** Returns a list of as many pieces as fit into a body. */
function list(piece: (i: number) => string, [open, close] = '[]'): string {
  let text = open;
  for (let i = 0; text.length < LIMIT_BYTES - 100; i++) text += `${i === 0 ? '' : ','}${piece(i)}`;
  return text + close;
}

const times = <T>(count: number, make: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));
const nested = (open: string, inner: string, close: string, levels: number) =>
  open.repeat(levels) + inner + close.repeat(levels);
const MISSPELT = times(100, (i) => `temperaturApparent${i}`.padEnd(40, 'x'));

/** Bodies of at most 64 kB that take the longest to parse, validate or reject. */
export const WORST_BODIES: Record<string, string> = {
  'arrays in arrays': nested('[', '', ']', LIMIT_BYTES / 2),
  'objects in objects': nested('{"a":', '1', '}', 10_000),
  'empty objects': list(() => '{}'),
  'objects of a shape of their own': list((i) => `{"k${i}":1}`),
  'thousands of members': list((i) => `"m${i}":1`, '{}'),
  'thousands of texts': list(() => '"ab"'),
  numbers: list(() => '1.7976931348623157e308'),
  'an escaped text': `{"name":"${'\\u00e9'.repeat(10_900)}"}`,
  'a text that is cut off': `{"name":"${'x'.repeat(65_000)}`,
  'as many values as may be, of long names': JSON.stringify(
    Object.fromEntries(times(90, (i) => [`member ${i}`.padEnd(95, 'x'), times(10, () => 'x'.repeat(50))])),
  ),
  'names that resemble others': JSON.stringify({
    lat: 'x',
    lon: [],
    ...Object.fromEntries(times(90, (i) => [`fielts${i}`, 1])),
    fields: MISSPELT,
    timelines: MISSPELT,
  }),
  'locations without any member that there is': JSON.stringify({
    locations: times(100, (i) => Object.fromEntries(times(8, (k) => [`latitud${k}`, i]))),
  }),
  'short names of places in regions without them': `{"locations":${list((i) => `{"place":"s,${['va', 'it'][i % 2]},${i.toString(36)}"}`)}}`,
};

const LARGE_BYTES = 2 * 2 ** 20 - 100;
const locations = (make: (i: number) => object) =>
  JSON.stringify({ locations: times(10_000, make), timezone: 'auto' });

/** Bodies of a job, of up to 2 MB, that take the longest to parse, validate or reject. */
export const WORST_LARGE_BODIES: Record<string, string> = {
  blanks: ' '.repeat(LARGE_BYTES),
  'a text': `{"timezone":"${'x'.repeat(LARGE_BYTES - 20)}"}`,
  'empty objects': `{"locations":[${'{},'.repeat(LARGE_BYTES / 3 - 10)}{}]}`,
  'a list in a list': `{"locations":[[${'1,'.repeat(LARGE_BYTES / 2 - 10)}1]]}`,
  'unknown places': locations((i) => ({ place: `qqqq${i}` })),
  'short names of places in regions without them': locations((i) => ({
    place: `s,${['va', 'it'][i % 2]},${i.toString(36)}`,
  })),
  'a fault at the end': locations((i) =>
    i < 9_999 ? { lat: i / 200, lon: i / 100, elevation: i / 10 } : {},
  ),
};

/** Queries that take the longest to parse, validate or reject. */
export const WORST_QUERIES: Record<string, string> = {
  'thousands of parameters': times(LONGEST_QUERY / 5, (i) => i.toString(36)).join('&'),
  'a parameter again and again': 'a&'.repeat(LONGEST_QUERY / 2),
  separators: `${'&'.repeat(LONGEST_QUERY)}unknown=1`,
  'a short name of a place in a region without it': 'query=b,monaco&place=s,va',
  'a long escaped text': `lat=${'%C3%A9'.repeat(LONGEST_QUERY / 6)}`,
  'names that resemble others': `lat=x&${times(90, (i) => `fielts${i}=1`).join('&')}&fields=${MISSPELT.join(',')}`,
};

/** A batch with as many time zones as possible, on days not requested before. */
export function worstBatch(attempt: number): string {
  const startMs = Date.UTC(2000 + attempt, 0, 1);
  return JSON.stringify({
    locations: times(100, (i) => ({ lat: ((i * 37) % 140) - 60, lon: i * 3.6 - 179 })),
    timelines: ['hourly', 'daily'],
    timezone: 'auto',
    startTime: new Date(startMs),
    endTime: new Date(startMs + 16 * DAY_MS),
  });
}
