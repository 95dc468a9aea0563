import { describe, expect, it } from '@jest/globals';
import {
  mergeReports,
  packReports,
  reportsForHour,
  type StoredReport,
  unpackReports,
} from '../../../src/observations/reports/report-block.js';

const HOUR = Date.parse('2026-11-21T06:00:00Z');
const values = {
  temperature: -8.3,
  dewPoint: null,
  windSpeed: 5.1,
  windDirection: 290,
  windGust: null,
  pressureSurfaceLevel: 1018.5,
  cloudCover: 44,
  visibility: 16.1,
  weatherCode: 1101,
};

function report(
  stationId: string,
  minutes: number,
  isSpecial = false,
  text: string | null = 'METAR',
): StoredReport {
  const observedAtMs = HOUR + minutes * 60_000;
  return { stationId, observedAtMs, receivedAtMs: observedAtMs + 300_000, isSpecial, values, text };
}

it('packs reports without losing anything', async () => {
  const reports = [report('KBOS', -6), report('10384', 0, true, null)];
  expect(await unpackReports(await packReports(reports))).toEqual(reports);
});

describe('reports that are added', () => {
  it('are nothing new if they are known, and replace those that the station has corrected', () => {
    const known = [report('KBOS', -6), report('KJFK', -9)];
    const again = { ...report('KBOS', -6), receivedAtMs: HOUR };
    const corrected = { ...again, values: { ...values, temperature: 8 }, text: 'METAR COR KBOS' };

    expect(mergeReports(known, [again])).toBeUndefined();
    expect(mergeReports(known, [again, corrected])).toEqual([corrected, known[1]]);
    // The file is often behind, and then has the first one again.
    expect(mergeReports([corrected], [again])).toBeUndefined();
    expect(mergeReports([corrected], [{ ...corrected, text: 'METAR COR KBOS 2' }])).toHaveLength(1);
    expect(mergeReports(known, [report('KBOS', 20)])).toEqual([...known, report('KBOS', 20)]);
  });
});

it('a report whose text alone has changed was received with the first', () => {
  const first = report('KBOS', -6);
  const later = { ...first, receivedAtMs: first.receivedAtMs + 600_000, text: 'METAR KBOS $' };
  expect(mergeReports([first], [later])).toEqual([{ ...later, receivedAtMs: first.receivedAtMs }]);
});

describe('the report for an hour', () => {
  it.each([
    ['the nearest', [report('A', -9), report('A', 6), report('A', 14)], 6],
    ['one before the hour', [report('A', -6), report('A', 14)], -6],
    ['none beyond 15 minutes', [report('A', -16), report('A', 16)], undefined],
    ['one at 15 minutes', [report('A', -15)], -15],
    ['a regular one before a special one that is nearer', [report('A', -1, true), report('A', 12)], 12],
    ['a special one if there is no other', [report('A', -14, true), report('A', 3, true)], 3],
  ])('is %s', (_, reports, minutes) => {
    const [found] = reportsForHour(reports, HOUR);
    expect(found && (found.observedAtMs - HOUR) / 60_000).toBe(minutes);
    expect(reportsForHour(reports.toReversed(), HOUR)).toEqual(found ? [found] : []);
  });

  it('is there once for each station', () => {
    expect(reportsForHour([report('A', 0), report('B', 1), report('A', 2)], HOUR)).toHaveLength(2);
  });
});
