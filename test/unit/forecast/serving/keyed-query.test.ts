import { describe, expect, it } from '@jest/globals';
import { parseForecastQuery } from '../../../../src/forecast/request/forecast-query.js';
import { ForecastQueries } from '../../../../src/forecast/request/forecast-queries.js';
import { keyedQuery } from '../../../../src/forecast/request/keyed-query.js';
import { OWN_CATALOGUE } from '../../../support/own-catalogue.js';

const NOW = new Date('2026-11-20T17:30:20Z');
const POINT = { lat: '51', lon: '11' };

const keyOf = (changes: Record<string, string> = {}) =>
  keyedQuery(parseForecastQuery({ ...POINT, ...changes }, NOW, OWN_CATALOGUE, ['gfs']), NOW, OWN_CATALOGUE)
    .key;

describe('the key of a forecast request', () => {
  it.each([
    ['lat', '51.0001'],
    ['lon', '-11'],
    ['elevation', '0'],
    ['fields', 'temperature'],
    ['timelines', 'daily'],
    ['units', 'imperial'],
    ['timezone', 'Europe/Berlin'],
    ['source', 'gfs'],
    ['source', 'climatology'],
    ['startTime', '2026-11-20T19:00:00Z'],
    ['endTime', '2026-11-21T00:00:00Z'],
    // The default hour, which doesn't move with the clock if given explicitly.
    ['startTime', '2026-11-20T17:00:00Z'],
  ])('differs with %s=%s', (name, value) => {
    expect(keyOf({ [name]: value })).not.toBe(keyOf());
  });

  it.each([
    [{ elevation: '10' }, { elevation: '100' }],
    [{ timelines: 'minutely', startTime: '2026-11-20T17:30:00Z' }, { timelines: 'minutely' }],
    [{ timelines: 'hourly,minutely' }, { timelines: 'hourly' }],
  ])('distinguishes %j from %j', (one, other) => {
    expect(keyOf(one as Record<string, string>)).not.toBe(keyOf(other));
  });

  it('is the same for equivalent requests', () => {
    expect(keyOf({ lat: '51.00', fields: 'ozone,temperature' })).toBe(keyOf({ fields: 'temperature,ozone' }));
  });
});

describe('cached queries', () => {
  const minutes = (query: Record<string, string>, at: string) =>
    new Date(at).getTime() -
    new ForecastQueries(OWN_CATALOGUE, ['gfs']).parse({ ...POINT, ...query }, Date.parse(at)).fromMs;

  it('refer to the minute or the hour of the request', () => {
    expect(minutes({ timelines: 'minutely' }, '2026-11-20T17:30:20Z')).toBe(20_000);
    expect(minutes({}, '2026-11-20T17:30:20Z')).toBe(30 * 60_000 + 20_000);
  });

  it.each([
    ['the next minute', { timelines: 'minutely' }, '2026-11-20T17:31:00Z'],
    ['the next hour', {}, '2026-11-20T18:00:00Z'],
  ])('refer to %s once it starts, and not before', (_, query, later) => {
    const queries = new ForecastQueries(OWN_CATALOGUE, ['gfs']);
    const raw = { ...POINT, ...query };
    const first = queries.parse(raw, NOW.getTime());
    expect(queries.parse(raw, Date.parse(later) - 1)).toBe(first);
    const next = queries.parse(raw, Date.parse(later));
    expect(next.key).not.toBe(first.key);
    const { minutelyStart, start } = next.query;
    expect(('timelines' in query ? minutelyStart : start).toISOString()).toBe(new Date(later).toISOString());
  });
});
