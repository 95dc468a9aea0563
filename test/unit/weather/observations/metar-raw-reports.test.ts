import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { expect, it } from '@jest/globals';
import { describeWithPython } from '../../../support/describe-with-python.js';
import { describeWithSharedData, sharedData } from '../../../support/shared-data.js';
import { METAR } from '../../../../src/weather/observations/metar/metar.source.js';
import type { Refusal } from '../../../../src/weather/observations/observe.js';
import type { ObservedField } from '../../../../src/weather/observations/station-report.js';

const READER = fileURLToPath(new URL('./read_metar.py', import.meta.url));

/** What the independent program finds in the text of a report. */
interface RawReport {
  report: string;
  temperature: number | null;
  dewPoint: number | null;
  windSpeed: number | null;
  windDirection: number | null;
  windGust: number | null;
  qnh: number | null;
  visibility: number | null;
  cover: number | null;
}

/** By how much two readings of a value can differ because of rounding. */
const TOLERANCES: Partial<Record<ObservedField, number>> = {
  temperature: 0.051,
  dewPoint: 0.051,
  windSpeed: 0.051,
  windDirection: 0,
  windGust: 0.051,
  // The file has hectopascals as hundredths of an inch of mercury, rounded down since 2025.
  pressureSurfaceLevel: 0.391,
  cloudCover: 0.5,
  visibility: 0.051,
};

/** Why the file, from which values are read, differs from the text of the report, which is the program's only source. */
const KINDS: [kind: string, of: RegExp, field: RegExp][] = [
  ['whole knots of meters a second', /(\d{5}|VRB\d\d)(G\d\d)?(MPS|KMH)/, /^wind(Speed|Gust)$/],
  ['pressure from the one at sea level', /RMK.* SLP\d{3}/, /^pressure/],
  ['a dew point above the temperature is refused', /./, /^dewPoint$/],
  ['visibility without direction is left out', /\d{4}NDV/, /^visibility$/],
];

function readings(name: string) {
  const path = join(sharedData!, 'metar', name);
  const bytes = readFileSync(path);
  const text = (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
  const { stdout } = spawnSync('python3', [READER, path], { encoding: 'utf8', maxBuffer: 1e8 });
  const raw = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as RawReport);
  const times = [...text.matchAll(/,(\d{4}-\d\d-\d\dT[\d:.]+Z),/g)].map(([, time]) => Date.parse(time));
  const refused: Partial<Record<Refusal, number>> = {};
  const refuse = (reason: Refusal) => void (refused[reason] = (refused[reason] ?? 0) + 1);
  const reading = METAR.read(text, { nowMs: Math.max(...times), refuse });
  let step = reading.next();
  while (!step.done) step = reading.next();
  return {
    rows: raw.length,
    reports: step.value,
    raw: new Map(raw.map((one) => [one.report, one])),
    refused,
  };
}

/** ICAO's definition of QNH, by hand. */
function stationPressure(qnh: number, metres: number): number {
  return 1013.25 * ((qnh / 1013.25) ** (1 / 5.25588) - (0.0065 * metres) / 288.15) ** 5.25588;
}

function compare(name: string) {
  const { rows, reports, raw, refused } = readings(name);
  const counts: Record<string, number> = {};
  const unexplained: string[] = [];
  const count = (what: string) => (counts[what] = (counts[what] ?? 0) + 1);
  for (const { text, values, station } of reports) {
    const { qnh, cover, visibility, ...others } = raw.get(text)!;
    const expected: Partial<Record<ObservedField, number | null>> = {
      ...others,
      pressureSurfaceLevel: qnh === null ? null : stationPressure(qnh, station.elevation),
      cloudCover: cover,
      visibility: visibility === null ? null : Math.min(visibility, 24.1),
    };
    for (const [key, tolerance] of Object.entries(TOLERANCES)) {
      const field = key as ObservedField;
      const [ours, theirs] = [values[field], expected[field] ?? null];
      const isEqual =
        ours === null || theirs === null ? ours === theirs : Math.abs(ours - theirs) <= tolerance;
      const kind = KINDS.find(([, of, fields]) => fields.test(field) && of.test(text));
      if (isEqual) count('equal');
      else if (kind) count(kind[0]);
      else unexplained.push(`${station.id} ${field} ${ours} ${theirs}`);
    }
  }
  return { rows, read: reports.length, refused, counts, unexplained };
}

describeWithSharedData('the METAR cache', () => {
  describeWithPython('against an independent reading of the text of its reports', () => {
    // What isn't explained by a kind are reports with mistakes, such as `30/26Q1007` or `E20011KT`, and a `KMGN` whose
    // groups contradict each other.
    it.each<[name: string, expected: ReturnType<typeof compare>]>([
      [
        'metars.cache.20141218.csv.gz',
        {
          rows: 4538,
          read: 4482,
          refused: { position: 56, dew_point: 9 },
          counts: {
            equal: 35482,
            'visibility without direction is left out': 18,
            'a dew point above the temperature is refused': 11,
            'pressure from the one at sea level': 192,
            'whole knots of meters a second': 146,
          },
          unexplained: [
            'LIRQ temperature 0 7',
            'WALL pressureSurfaceLevel 1006.6 null',
            'ULOO visibility 6 null',
            'OPNH visibility 2.2 null',
            'LOWZ visibility 15 null',
            'LOAN visibility 16 null',
            'OPPS pressureSurfaceLevel 977.7 null',
          ],
        },
      ],
      [
        'metars.cache.20221022T0253Z.csv.gz',
        {
          rows: 4685,
          read: 4643,
          refused: { position: 42, dew_point: 3 },
          counts: {
            equal: 36795,
            'visibility without direction is left out': 28,
            'pressure from the one at sea level': 198,
            'whole knots of meters a second': 113,
            'a dew point above the temperature is refused': 3,
          },
          unexplained: [
            'KMHR windSpeed 5.7 null',
            'KMHR windDirection 200 null',
            'KMGN temperature 8 9.1',
            'KEKS windSpeed 6.7 null',
            'KEKS windGust 11.8 null',
            'VCRI cloudCover 44 18.75',
            'MMZC windSpeed 0 null',
          ],
        },
      ],
      [
        'metars.cache.20221022T1913Z.csv.gz',
        {
          rows: 4868,
          read: 4824,
          refused: { position: 44 },
          counts: {
            equal: 38264,
            'whole knots of meters a second': 98,
            'pressure from the one at sea level': 199,
            'a dew point above the temperature is refused': 3,
            'visibility without direction is left out': 24,
          },
          unexplained: [
            'MZBZ pressureSurfaceLevel 1012.2 1013.1639197598392',
            'MMZC windSpeed 3.1 null',
            'MMZC windDirection 260 null',
            'HBBA temperature 27 null',
          ],
        },
      ],
      [
        'metars.cache.20250814T1840Z.csv.gz',
        {
          rows: 5073,
          read: 5031,
          refused: { position: 42 },
          counts: {
            equal: 39926,
            'whole knots of meters a second': 111,
            'pressure from the one at sea level': 187,
            'visibility without direction is left out': 13,
            'a dew point above the temperature is refused': 2,
          },
          unexplained: [
            'SVBC temperature 30 null',
            'MHPL cloudCover null 43.75',
            'HBBA temperature 27 null',
            'KSKA temperature 28 22.2',
            'KOSU windSpeed 4.1 null',
            'KOSU windDirection 30 null',
            'MMZH windSpeed 0 null',
            'MMZC windSpeed 5.1 null',
            'MMZC windDirection 180 null',
          ],
        },
      ],
      [
        'metars.cache.2026-format.sample.csv',
        { rows: 24, read: 24, refused: {}, counts: { equal: 192 }, unexplained: [] },
      ],
    ])('%s', (name, expected) => {
      expect(compare(name)).toEqual(expected);
    });
  });
});
