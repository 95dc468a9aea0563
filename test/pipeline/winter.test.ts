import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { seriesOfRun } from '../support/run-series.js';
import { StoredPoint } from '../../src/store/read/stored-point.js';
import { stepPath } from '../../src/weather/models/step-path.js';
import { gfs } from '../../src/weather/models/gfs/gfs.model.js';
import { pgrb2, PRES_A } from '../../src/weather/models/gfs/gfs.products.js';
import { writeMessage } from '../support/grib-writer.js';
import { servedValue } from '../support/served-value.js';
import { IngestHarness } from './ingest-harness.js';

type Flags = Record<'rain' | 'snow' | 'freezing' | 'pellets', number>;
interface Step {
  TMP: number;
  RH: number;
  PRES: number;
  CPOFP: number;
  APCP?: number;
  bucketStart?: number;
  average?: Flags;
  moment?: Flags;
}
type Place = 'valley' | 'summit';

const winter = JSON.parse(readFileSync(new URL('fixtures/winter.json', import.meta.url), 'utf8')) as Record<
  Place,
  { records: Record<string, Step>; expected: Record<string, Record<string, number>> }
>;

const RUN = new Date('2026-01-15T00:00:00Z');
const LATITUDE = 47;
/** Each place has five columns, so that all cells around a point are equal. */
const LONGITUDES: Record<Place, number> = { valley: 10.5, summit: 11.75 };
const GRID = { ni: 10, nj: 3, latitudeFirst: 47.25, longitudeFirst: 10, increment: 0.25 };
const FLAGS = { CRAIN: 'rain', CSNOW: 'snow', CFRZR: 'freezing', CICEP: 'pellets' } as const;
const DECIMALS: Record<string, number> = { TMP: 2, APCP: 3, LAND: 0, PRES: 0, HGT: 0 };
const CONSTANT: Record<string, number> = { UGRD: 3, VGRD: 4, TCDC: 100, HGT: 800, LAND: 1 };

/** Returns the value of a record at a place; undefined if the run has no such record. */
function valueOf(parameter: string, isOfSpan: boolean, step: Step): number | undefined {
  if (parameter in FLAGS)
    return (isOfSpan ? step.average : step.moment)?.[FLAGS[parameter as keyof typeof FLAGS]];
  return (step as unknown as Record<string, number | undefined>)[parameter] ?? CONSTANT[parameter];
}

function writeStep(root: string, stepHours: number, layout: 'v16' | 'v17'): void {
  const [valley, summit] = [winter.valley.records[stepHours], winter.summit.records[stepHours]];
  const messages: Uint8Array[] = [];
  const lines: string[] = [];
  let offset = 0;
  for (const { alternatives, variable } of gfs.records) {
    for (const { parameter, level, derivation, messages: forms } of alternatives) {
      const [identity] = forms;
      const isOfSpan = derivation !== 'instant';
      if (isOfSpan && (layout === 'v17' ? parameter in FLAGS : parameter === 'TCDC')) continue;
      const [low, high] = [valueOf(parameter, isOfSpan, valley), valueOf(parameter, isOfSpan, summit)];
      if (low === undefined || high === undefined || (isOfSpan && stepHours === 0)) continue;
      const startHours = isOfSpan ? valley.bucketStart : undefined;
      const message = writeMessage({
        run: RUN,
        discipline: identity.discipline,
        category: identity.parameterCategory,
        number: identity.parameterNumber,
        level: [identity.levelType, identity.levelValue ?? 0],
        stepHours,
        startHours,
        process: derivation === 'accumulated' ? 1 : 0,
        grid: GRID,
        values: Array.from({ length: 30 }, (_, cell) => (cell % 10 < 5 ? low : high)),
        decimals: DECIMALS[parameter] ?? 1,
      });
      const when = isOfSpan
        ? `${startHours}-${stepHours} hour ${variable === 'precipitation' ? 'acc' : 'ave'}`
        : `${stepHours} hour`;
      lines.push(
        `${lines.length + 1}:${offset}:d=2026011500:${parameter}:${level}:${stepHours === 0 ? 'anl' : `${when} fcst`}:`,
      );
      messages.push(message);
      offset += message.length;
    }
  }
  const path = join(root, stepPath((layout === 'v17' ? PRES_A : pgrb2('0p25')).file, RUN, stepHours));
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, Buffer.concat(messages));
  writeFileSync(`${path}.idx`, `${lines.join('\n')}\n`);
}

// Rain turns to snow inside a bucket, which the averaged flags (v16) tell late; v17 has instantaneous flags only.
describe.each(['v16', 'v17'] as const)('a run with snow, with the records of GFS %s', (layout) => {
  let harness: IngestHarness;
  let root: string;

  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'winter-'));
    const steps = Object.keys(winter.valley.records);
    for (const step of steps) writeStep(root, Number(step), layout);
    harness = await IngestHarness.create();
    const outcome = await harness.run(root, ['--run', '2026-01-15T00', '--steps', steps.join(',')]);
    expect(outcome).toMatchObject({ status: 0, stderr: '' });
  });
  afterAll(async () => {
    await harness.remove();
    rmSync(root, { recursive: true });
  });

  const METRICS = [
    'precipitationIntensity',
    'snowAccumulation',
    'weatherCode',
    'precipitationProbability',
  ] as const;

  test.each(['valley', 'summit'] as const)('matches an independent computation in the %s', (place) =>
    harness.withRun((run) => {
      const where = { latitude: LATITUDE, longitude: LONGITUDES[place] };
      const point = StoredPoint.at(run, where.latitude, where.longitude)!;
      const hours = { firstHourMs: RUN.getTime(), hours: 16 };
      const series = seriesOfRun({ run, point, ...where, ...hours });
      const values = (hour: number) =>
        Object.fromEntries(
          METRICS.map((name) => [name, servedValue(name, series.values(name)[hour], 'metric')]),
        );
      const { expected } = winter[place];
      expect(Object.fromEntries(Object.keys(expected).map((hour) => [hour, values(Number(hour))]))).toEqual(
        expected,
      );
    }),
  );
});
