import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stepVariable } from '../../../../src/apis/open-meteo/variables/step-variables.js';
import { Steps } from '../../../../src/apis/open-meteo/variables/steps.js';
import { acceptedCoding } from '../../../../src/core/http/index.js';
import { HOUR_MS } from '../../../../src/core/time/index.js';
import type { ForecastService } from '../../../../src/forecast/forecast.service.js';
import { forecastService } from '../../../support/forecast-service.js';
import { RunCatalogue } from '../../../../src/store/catalogue/run-catalogue.js';
import { gfs } from '../../../../src/weather/models/gfs/gfs.model.js';
import { ifs } from '../../../../src/weather/models/ifs/ifs.model.js';
import { answerOf, configuration, valuesOf } from '../../forecast/synthetic-forecasts.js';
import { identity, type SyntheticField, writeRun } from '../../store/synthetic-run.js';

const NOON = Date.UTC(2026, 10, 20, 12);
const NOW = new Date(NOON + 5.6 * HOUR_MS);
const STEPS = [0, 3, 6, 9];

/** IFS: the highest gusts of three hours each. GFS: those at its steps. Both in calm air. */
const GUSTS = { ifs: [NaN, 5, 12, 8], gfs: [4, 7, 10, 13] };
const EARLIER_IFS = [NaN, 2, 3, 4];

let directory: string;
let catalogue: RunCatalogue;
let service: ForecastService;

async function publish(model: 'ifs' | 'gfs', hoursAfterNoon: number, gusts: number[]): Promise<void> {
  const run = new Date(NOON + hoursAfterNoon * HOUR_MS);
  const fields = STEPS.flatMap((step, i): SyntheticField[] => {
    const gust: SyntheticField[] =
      model === 'gfs'
        ? [{ variable: 'windGust', step, value: gusts[i] }]
        : step === 0
          ? []
          : [{ variable: 'windGust', statistic: 'maximum', step, spanStart: step - 3, value: gusts[i] }];
    const calm = (['windU10m', 'windV10m'] as const).map((variable) => ({ variable, step, value: 0 }));
    return [...gust, ...calm];
  });
  await writeRun(directory, identity({ model, run, stepsHours: STEPS }), fields);
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'runs-'));
  await publish('ifs', -6, EARLIER_IFS);
  await publish('ifs', 0, GUSTS.ifs);
  await publish('gfs', 0, GUSTS.gfs);
  catalogue = new RunCatalogue(directory);
  service = forecastService(catalogue, configuration(9, [ifs, gfs]));
});
afterAll(async () => {
  catalogue.close();
  await rm(directory, { recursive: true });
});

/** The gusts of Open-Meteo's API from some hours after noon, at steps of minutes. */
function gustsOf(source: string, first: number, count: number, minutes = 60): number[] {
  const [latitude, longitude] = [51.5, 10.25];
  const stepMs = (minutes * HOUR_MS) / 60;
  let values = new Float64Array();
  void service.inDialect(
    `${source} ${first} ${minutes}`,
    acceptedCoding(undefined),
    NOW.getTime(),
    (hoursOf) => {
      const firstMs = NOON + first * HOUR_MS;
      const asked = { firstMs: firstMs - 3 * HOUR_MS, endMs: firstMs + count * stepMs + 4 * HOUR_MS };
      const planned = hoursOf({ latitude, longitude, elevation: undefined, source, ...asked });
      const steps = new Steps(planned.hours!, { firstMs, stepMs, count }, latitude, longitude);
      values = stepVariable('wind_gusts_10m')!.derive!(steps) as Float64Array<ArrayBuffer>;
      return { body: Buffer.alloc(0), life: planned.life, origin: planned.origin };
    },
  );
  return [...values].map((value) => Math.round(10 * value) / 10);
}

it('is the highest of the hour before, where the model has the highest of a span', () => {
  expect(gustsOf('ifs', 1, 9)).toEqual([5, 5, 5, 12, 12, 12, 8, 8, 8]);
  // At noon, that is the last hour of the run before.
  expect(gustsOf('ifs', -3, 4)).toEqual([2, 3, 3, 3]);
  expect(gustsOf('ifs', -6, 1)).toEqual([NaN]);
});

it('is the same at the full hours every 15 minutes', () => {
  const quarters = gustsOf('ifs', 1, 32, 15);
  expect(quarters.filter((_, i) => i % 4 === 0)).toEqual([5, 5, 5, 12, 12, 12, 8, 8]);
});

it('is that of the time, where the model has the gust of an instant', () => {
  const hours = gustsOf('gfs', 0, 10);
  expect(hours.filter((_, i) => i % 3 === 0)).toEqual(GUSTS.gfs);
});

it('is constant over the span in our own hours', () => {
  const query = { lat: '51.5', lon: '10.25', fields: 'windGust', source: 'ifs' };
  const span = {
    startTime: new Date(NOON).toISOString(),
    endTime: new Date(NOON + 9 * HOUR_MS).toISOString(),
  };
  const { answer } = answerOf(service, { ...query, ...span }, NOW);
  expect(valuesOf(answer, 'windGust')).toEqual([5, 5, 5, 12, 12, 12, 8, 8, 8]);
});
