import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { HOUR_MS } from '../../src/core/time/index.js';
import { AlertEvaluatorService } from '../../src/forecast/alerts/evaluation/alert-evaluator.service.js';
import { type ForecastAlertDto } from '../../src/forecast/alerts/forecast-alert.dto.js';
import { ALERTS, createAlert } from '../support/alert-caller.js';
import { describeWithEcCodes } from '../support/eccodes.js';
import { createKeyedClient, type KeyedClient } from '../support/forecast-caller.js';
import { sharedData } from '../support/shared-data.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { linear, pchip } from './expected-metrics.js';
import { IngestHarness } from './ingest-harness.js';

const ROOT = join(sharedData ?? '', 'gfs');
const RUN = '2020-08-04T12';
const RUN_MS = Date.parse(`${RUN}:00:00Z`);
const NOW = new Date(RUN_MS + 20 * 60_000);
const STEPS = [0, 6, 12];
const HOURS = 12;
const FIELDS = [
  {
    field: 'temperature',
    where: 'shortName=2t',
    curve: pchip,
    toMetric: (kelvins: number) => kelvins - 273.15,
  },
  {
    field: 'visibility',
    where: 'shortName=vis,typeOfLevel=surface',
    curve: linear,
    toMetric: (metres: number) => metres / 1_000,
  },
];
/** The resolution of both fields as served. */
const UNIT = 0.1;
const COMPARISONS = ['above', 'below', 'at_least', 'at_most'] as const;
/** Beyond every value that the fields have here. */
const NEVER = { above: 1_000, at_least: 1_000, below: -1_000, at_most: -1_000 };

interface Expected {
  field: string;
  lat: number;
  lon: number;
  comparison: (typeof COMPARISONS)[number];
  value: number;
  /** The field's hourly values from the start of the run, unrounded. */
  hourly: number[];
}

/** Returns the values of a field as ecCodes reads them, by "latitude longitude". */
function decode(where: string, step: number): Map<string, number> {
  const name = `gfs.t12z.pgrb2.0p25.f${String(step).padStart(3, '0')}`;
  const file = join(ROOT, 'gfs.20200804/12/atmos', name);
  const [, ...lines] = execFileSync('grib_get_data', ['-w', where, '-F', '%.15g', file], {
    encoding: 'utf8',
    maxBuffer: 1e8,
  }).split('\n');
  const points = lines.map((line) => line.trim().split(/\s+/).map(Number));
  return new Map(points.map(([lat, lon, value]) => [`${lat} ${lon}`, value]));
}

/** Returns conditions that some hours clearly meet and others clearly don't, so that rounding changes neither. */
function expectedAlerts(): Expected[] {
  return FIELDS.flatMap(({ field, where, curve, toMetric }) => {
    const decoded = STEPS.map((step) => decode(where, step));
    const cells = [48.5, 50.25, 52, 54.75].flatMap((lat) => [14, 18.5, 23.25].map((lon) => ({ lat, lon })));
    return cells.flatMap(({ lat, lon }, i) => {
      const at = curve(
        STEPS,
        decoded.map((values) => values.get(`${lat} ${lon}`)!),
      );
      const hourly = Array.from({ length: HOURS }, (_, hour) => toMetric(at(hour)));
      const sorted = hourly.toSorted((a, b) => a - b);
      const gaps = sorted.slice(1).map((next, k) => next - sorted[k]);
      const widest = gaps.indexOf(Math.max(...gaps));
      if (gaps[widest] < 2.5 * UNIT) return [];
      const value = (sorted[widest] + sorted[widest + 1]) / 2;
      return [{ field, lat, lon, comparison: COMPARISONS[i % COMPARISONS.length], value, hourly }];
    });
  });
}

const instant = (hour: number) => new Date(RUN_MS + hour * HOUR_MS).toISOString().replace('.000', '');

describeWithEcCodes('alerts on the shared run of GFS', () => {
  let harness: IngestHarness;
  let app: TestApp;
  let client: KeyedClient;
  let work: (now: Date) => Promise<void>;

  beforeAll(async () => {
    harness = await IngestHarness.create();
    app = await startTestApp({ GFS_RESOLUTION: '0p25' });
    // Only the test evaluates the alerts, at the run's time.
    const evaluator = app.app.get(AlertEvaluatorService);
    work = evaluator.work.bind(evaluator);
    jest.spyOn(evaluator, 'work').mockResolvedValue(undefined);
    client = await createKeyedClient(app);
    const { status } = await harness.run(ROOT, ['--run', RUN], { DATA_DIR: app.dataDirectory });
    expect(status).toBe(0);
  });
  afterAll(async () => {
    await app.close();
    await harness.remove();
  });

  async function evaluate(): Promise<void> {
    for (;;) {
      await work(NOW);
      if ((await app.runSql('select 1 from forecast_alert_runs')).length > 0) return;
      await delay(20);
    }
  }

  const create = ({ field, lat, lon, comparison }: Expected, value: number) =>
    createAlert(client.owner, client.clientId, {
      ...{ field, lat, lon, comparison, value },
      lead_hours: { from: 0, to: HOURS },
    });
  const read = async ({ id }: ForecastAlertDto) =>
    (await client.owner.get<ForecastAlertDto>(`${ALERTS}/${id}`)).body;
  const eventsOf = async ({ id }: ForecastAlertDto) =>
    (
      await app.runSql(
        `select data from announced_events where type = 'forecast.alert' and data->>'alert_id' = ?`,
        [id],
      )
    ).map(({ data }) => data);

  test('have the extreme, the first hour and the state computed with ecCodes', async () => {
    const expected = expectedAlerts();
    expect(new Set(expected.map(({ field }) => field)).size).toBe(FIELDS.length);
    expect(new Set(expected.map(({ comparison }) => comparison)).size).toBe(COMPARISONS.length);
    const raised: ForecastAlertDto[] = [];
    const calm: ForecastAlertDto[] = [];
    for (const one of expected) {
      raised.push(await create(one, one.value));
      calm.push(await create(one, NEVER[one.comparison]));
    }
    await evaluate();

    for (const [i, { comparison, value, hourly }] of expected.entries()) {
      const isUpper = comparison === 'above' || comparison === 'at_least';
      const extreme = isUpper ? Math.max(...hourly) : Math.min(...hourly);
      const firstHour = hourly.findIndex((at) => (isUpper ? at > value : at < value));
      for (const [alert, state, first_time] of [
        [raised[i], 'raised', instant(firstHour)],
        [calm[i], 'calm', null],
      ] as const) {
        const found = await read(alert);
        const evaluation = found.last_evaluation;
        expect(found).toMatchObject({ state, last_error: null });
        expect(evaluation).toMatchObject({ first_time, model: 'gfs', run: instant(0) });
        const { extreme_value, extreme_time } = evaluation!;
        expect(Math.abs(extreme_value - extreme)).toBeLessThanOrEqual(UNIT / 2 + 1e-4);
        const extremeHour = (Date.parse(extreme_time) - RUN_MS) / HOUR_MS;
        expect(Math.abs(hourly[extremeHour] - extreme)).toBeLessThanOrEqual(UNIT + 1e-4);
        const told = { state, first_time, extreme_value, extreme_time, run: instant(0) };
        expect(await eventsOf(alert)).toEqual(state === 'raised' ? [expect.objectContaining(told)] : []);
      }
    }
  });
});
