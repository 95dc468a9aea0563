import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { acceptedForm } from '../../../../src/forecast/answer/answer-formats.js';
import type { ForecastService } from '../../../../src/forecast/forecast.service.js';
import { forecastService } from '../../../support/forecast-service.js';
import { parseForecastQuery } from '../../../../src/forecast/request/forecast-query.js';
import { type ForecastDto } from '../../../../src/forecast/answer/forecast-response.dto.js';
import { keyedQuery } from '../../../../src/forecast/request/keyed-query.js';
import { type ServedAnswer } from '../../../../src/forecast/serving/served-answer.js';
import { RunCatalogue } from '../../../../src/store/catalogue/run-catalogue.js';
import { StoredRun } from '../../../../src/store/read/stored-run.js';
import { identity, writeRun } from '../../store/synthetic-run.js';
import { configuration } from '../synthetic-forecasts.js';
import { OWN_CATALOGUE } from '../../../support/own-catalogue.js';

const NOW = new Date('2026-11-20T17:30:00Z');
const STEPS = Array.from({ length: 33 }, (_, i) => 12 * i);
const LOOK_MS = 60;

let directory: string;
let catalogue: RunCatalogue;
let service: ForecastService;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'runs-'));
  await publish('2026-11-20T12:00:00Z', 300);
  catalogue = new RunCatalogue(directory);
  service = forecastService(catalogue, configuration(384));
});

afterEach(async () => {
  catalogue.close();
  await rm(directory, { recursive: true });
});

function publish(run: string, ozone: number): Promise<unknown> {
  const fields = STEPS.map((step) => ({ variable: 'totalOzone' as const, step, value: ozone, quantum: 1 }));
  return writeRun(directory, identity({ run: new Date(run), stepsHours: STEPS }), fields);
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const PLAIN = acceptedForm(undefined, undefined);

function asked(query: Record<string, string> = {}, now = NOW) {
  return keyedQuery(
    parseForecastQuery({ lat: '51', lon: '11', fields: 'ozone', ...query }, now, OWN_CATALOGUE, ['gfs']),
    now,
    OWN_CATALOGUE,
  );
}

async function ask(query?: Record<string, string>, encoding?: string, now = NOW): Promise<ServedAnswer> {
  return service.forecast(asked(query, now), acceptedForm(undefined, encoding), now.getTime());
}

const parsed = ({ body }: ServedAnswer) => JSON.parse(body.toString()) as ForecastDto;

describe('equal requests', () => {
  it('share one response per content coding', async () => {
    const plain = await ask();
    expect(await ask({ units: 'metric', timelines: 'hourly,hourly', lat: '51.00000' })).toBe(plain);
    const coded = await ask({}, 'zstd');
    expect(coded.body).not.toBe(plain.body);
    expect(await ask({}, 'gzip;q=0.5, zstd')).toBe(coded);
  });

  it('share one response while it is still being computed and encoded', async () => {
    const long = {
      timelines: 'minutely',
      startTime: '2026-11-20T18:00:00Z',
      endTime: '2026-11-30T18:00:00Z',
    };
    const answers = await Promise.all([ask(long), ask(long, 'br'), ask(long), ask(long, 'br')]);
    expect(answers[2]).toBe(answers[0]);
    expect(answers[3]).toBe(answers[1]);
    expect(parsed(answers[0]).data.timelines.minutely).toHaveLength(14_400);
  });
});

describe('a response is calculated again', () => {
  it.each([
    ['the hour', {}, new Date('2026-11-20T18:00:00Z')],
    ['the minute, where it begins with it', { timelines: 'minutely' }, new Date('2026-11-20T17:31:00Z')],
  ])('with %s', async (_, query, later) => {
    const before = await ask(query);
    const after = await ask(query, undefined, later);
    expect(after.etag).not.toBe(before.etag);
    expect(await ask(query, undefined, NOW)).toEqual(before);
  });

  it('when a run is published', async () => {
    const before = [await ask(), await ask({}, 'gzip'), await ask({ startTime: '2026-11-20T18:00:00Z' })];
    await publish('2026-11-20T18:00:00Z', 400);
    await wait(LOOK_MS);
    const query = { startTime: '2026-11-20T18:00:00Z' };
    expect(parsed(await ask(query)).meta.run).toBe('2026-11-20T18:00:00Z');
    const after = [await ask(query), await ask(query, 'gzip')];
    for (const { etag } of after) expect(before.map((answer) => answer.etag)).not.toContain(etag);
  });

  it('when a contributing run is published or deleted', async () => {
    const query = { timelines: 'daily', startTime: '2026-11-20T12:00:00Z' };
    const alone = await ask(query);
    await publish('2026-11-20T00:00:00Z', 200);
    await wait(LOOK_MS);
    const completed = await ask(query);
    expect(parsed(completed).meta.warnings).toContainEqual(expect.objectContaining({ code: 'earlier_run' }));
    await catalogue.keep(1);
    await wait(LOOK_MS);
    expect((await ask(query)).body.equals(alone.body)).toBe(true);
  });
});

describe('a batch', () => {
  it('keeps using the runs that it started with', async () => {
    const startTime = '2026-11-20T18:00:00Z';
    const points = Array.from({ length: 100 }, (_, i) =>
      asked({ lat: String(50 + i / 100), startTime, timelines: 'hourly,daily' }),
    );
    const query = { points, units: 'metric' as const, values: 0 };
    const { body } = service.batches.stream(query, PLAIN, 'a client', NOW.getTime());
    await publish('2026-11-20T18:00:00Z', 400);
    await catalogue.keep(1);
    const { forecasts, meta } = JSON.parse(await text(body)) as { forecasts: ForecastDto[]; meta: object };
    expect(meta).toMatchObject({ locations: 100, run: '2026-11-20T12:00:00Z' });
    expect(new Set(forecasts.map((forecast) => forecast.meta.run))).toEqual(
      new Set(['2026-11-20T12:00:00Z']),
    );
    await wait(LOOK_MS);
    const single = await service.forecast(points[99], PLAIN, NOW.getTime());
    expect(parsed(single).meta.run).toBe('2026-11-20T18:00:00Z');
  });

  it('reads each of its points once', async () => {
    const reads = jest.spyOn(StoredRun.prototype, 'readCells');
    const points = Array.from({ length: 100 }, (_, i) => asked({ lat: String(50 + i / 100) }));
    const query = { points, units: 'metric' as const, values: 0 };
    const { body } = service.batches.stream(query, PLAIN, 'a client', NOW.getTime());
    expect(reads).not.toHaveBeenCalled();
    await text(body);
    expect(reads).toHaveBeenCalledTimes(100);
    reads.mockRestore();
  });
});

describe('a run whose successors are overdue', () => {
  const codes = (answer: ServedAnswer) => parsed(answer).meta.warnings.map(({ code }) => code);
  // The 0 UTC run, the second one after it, is complete at 5 UTC.
  const stale = new Date('2026-11-21T05:00:00Z');

  it('is served with its age and a warning', async () => {
    expect(codes(await ask({}, undefined, new Date('2026-11-21T04:59:59Z')))).not.toContain('stale_run');
    const answer = await ask({}, undefined, stale);
    expect(parsed(answer).meta.warnings).toContainEqual({
      code: 'stale_run',
      detail: 'Newer model runs are late. This one began 17 hours ago.',
      fields: [],
    });
    expect(parsed(answer).meta.run).toBe('2026-11-20T12:00:00Z');
  });

  it('has another age in the next hour, which changes the response', async () => {
    const query = { startTime: '2026-11-22T00:00:00Z' };
    const [first, later] = [
      await ask(query, undefined, stale),
      await ask(query, undefined, new Date('2026-11-21T06:10:00Z')),
    ];
    expect(JSON.stringify(parsed(later).meta.warnings)).toContain('18 hours ago');
    expect(later.etag).not.toBe(first.etag);
  });

  it('is not stale for past hours', async () => {
    const past = { startTime: '2026-11-20T12:00:00Z', endTime: '2026-11-20T18:00:00Z' };
    expect(codes(await ask(past, undefined, stale))).not.toContain('stale_run');
  });
});
