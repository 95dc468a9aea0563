import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { forecastService } from '../../support/forecast-service.js';
import { RunCatalogue } from '../../../src/store/catalogue/run-catalogue.js';
import { identity, writeRun } from '../store/synthetic-run.js';
import {
  answerOf,
  configuration,
  entriesOf,
  NOW,
  SyntheticForecasts,
  valuesOf,
} from './synthetic-forecasts.js';

let forecasts: SyntheticForecasts;

beforeAll(async () => {
  forecasts = await SyntheticForecasts.create();
});

afterAll(() => forecasts.close());

describe('the hours of a forecast', () => {
  const timesOf = (query: Record<string, string>, now = NOW) =>
    entriesOf(forecasts.ask(query, now)).map(({ time }) => time.slice(11, 13));

  it('start with the first whole hour at or after the start and end before the end', () => {
    expect(timesOf({ startTime: '2026-11-20T13:00:01Z', endTime: '2026-11-20T16:00:00Z' })).toEqual([
      '14',
      '15',
    ]);
    expect(timesOf({ startTime: '2026-11-20T13:00:00Z', endTime: '2026-11-20T15:00:01Z' })).toEqual([
      '13',
      '14',
      '15',
    ]);
  });

  it('start with the current hour by default', () => {
    const raw = { lat: '51.5', lon: '10.25', fields: 'ozone', source: 'gfs' };
    const { answer } = forecasts.askRaw(raw, NOW);
    expect(entriesOf(answer).map(({ time }) => time)).toEqual([
      '2026-11-20T17:00:00Z',
      '2026-11-20T18:00:00Z',
    ]);
  });

  it('can be none at all', () => {
    expect(timesOf({ startTime: '2026-11-20T13:10:00Z', endTime: '2026-11-20T13:50:00Z' })).toEqual([]);
  });

  it('end with the run, with a warning', () => {
    const codes = (query: Record<string, string>) =>
      forecasts.ask({ fields: 'ozone', source: 'gfs', ...query }).meta.warnings.map(({ code }) => code);
    expect(codes({ endTime: '2026-11-21T00:00:00Z' })).toContain('ends_with_run');
    expect(codes({})).toContain('ends_with_run');
    expect(codes({ endTime: '2026-11-20T19:00:00Z' })).not.toContain('ends_with_run');
  });

  it('are 120 by default if the run has them', async () => {
    const other = await mkdtemp(join(tmpdir(), 'runs-'));
    const long = identity({ stepsHours: [0, 60, 150] });
    await writeRun(
      other,
      long,
      [0, 60, 150].map((step) => ({ variable: 'totalOzone', step, value: 300, quantum: 1 })),
    );
    const catalogueOfLong = new RunCatalogue(other);
    const service = forecastService(catalogueOfLong, configuration(150));
    const { answer } = answerOf(service, { lat: '51', lon: '11', fields: 'ozone' }, NOW);
    catalogueOfLong.close();
    await rm(other, { recursive: true });
    expect(valuesOf(answer, 'ozone')).toEqual(Array(120).fill(300));
    expect(answer.meta.warnings).toEqual([]);
  });
});

describe('the meta of a forecast', () => {
  it('states the source of the values', () => {
    const { meta, location } = forecasts.ask({
      lat: '51.25',
      lon: '10.1',
      fields: 'ozone',
      endTime: '2026-11-20T13:00:00Z',
    });
    expect(location).toEqual({ lat: 51.25, lon: 10.1 });
    const source = {
      source: 'gfs',
      run: '2026-11-20T12:00:00Z',
      publishedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) as unknown,
      nextRunExpectedAt: '2026-11-20T23:00:00Z',
      grid: { resolution: 1, elevation: 75, interpolation: 'bilinear' },
      attribution: 'synthetic',
    };
    const hour = '2026-11-20T12:00:00Z';
    const given = { fields: ['ozone'], from: hour, to: hour };
    const share = { temperature: 1, wind: 1, pressure: 1 };
    expect(meta).toEqual({
      ...source,
      units: 'metric',
      timezone: 'UTC',
      elevation: 75,
      sources: [{ ...source, ...given, spans: [given], share }],
      corrections: [],
      warnings: [{ code: 'missing_steps', detail: 'Some.', fields: [] }],
    });
  });

  it('has no elevation if the run has no terrain', () => {
    expect(forecasts.ask({ startTime: '2026-11-20T08:00:00Z' }).meta.grid.elevation).toBeNull();
  });
});

describe('the source of a forecast', () => {
  it('is the newest run of a known model that covers the start', () => {
    expect(forecasts.ask({ startTime: '2026-11-20T12:00:00Z' }).meta.run).toBe('2026-11-20T12:00:00Z');
    expect(forecasts.ask({ startTime: '2026-11-20T11:00:00Z', source: 'gfs' }).meta.run).toBe(
      '2026-11-20T06:00:00Z',
    );
    expect(forecasts.ask({ startTime: '2026-11-20T18:00:00Z' }).meta.run).toBe('2026-11-20T12:00:00Z');
  });

  it.each([
    ['outside the grid', { lat: '10' }],
    ['before all runs', { startTime: '2026-11-20T03:00:00Z', endTime: '2026-11-20T06:00:00Z' }],
    ['after all runs', { startTime: '2026-11-20T18:00:01Z' }],
    ['far beyond all runs', { startTime: '2027-11-20T18:00:00Z' }],
    ['a minute after all runs', { startTime: '2026-11-20T18:00:01Z', timelines: 'minutely' }],
  ])('is the climatology %s', (_, query) => {
    const { source, run, publishedAt, nextRunExpectedAt, warnings } = forecasts.ask(query).meta;
    expect({ source, run, publishedAt, nextRunExpectedAt }).toEqual({
      source: 'climatology',
      run: null,
      publishedAt: null,
      nextRunExpectedAt: null,
    });
    expect(warnings[0]).toMatchObject({ code: 'climatology', fields: [] });
  });

  it.each([
    ['outside the grid', { lat: '10' }],
    ['before all runs', { startTime: '2026-11-20T03:00:00Z', endTime: '2026-11-20T06:00:00Z' }],
    ['after all runs', { startTime: '2026-11-20T20:00:00Z' }],
  ])('is missing %s for a requested model: forecast_unavailable with Retry-After', (_, query) => {
    const problem = forecasts.refusal({ source: 'gfs', ...query });
    expect(problem.code).toBe('forecast_unavailable');
    expect(problem.options.headers).toEqual({ 'retry-after': '900' });
  });

  it('has a Retry-After and max-age that end when the next run is expected', () => {
    const now = new Date('2026-11-20T22:58:20.500Z');
    // The 18 UTC run is complete at 23 UTC.
    expect(forecasts.refusal({ lat: '10', source: 'gfs' }, now).options.headers).toEqual({
      'retry-after': '100',
    });
    expect(forecasts.askRaw({ lat: '10', lon: '10' }, now).maxAgeSeconds).toBe(99);
  });

  it('cannot be a model whose runs never reach the start', () => {
    const problem = forecasts.refusal({ startTime: '2026-11-20T23:30:01Z', source: 'gfs' });
    expect(problem.code).toBe('invalid_parameter');
    expect(problem.options.errors?.map(({ parameter }) => parameter)).toEqual(['startTime']);
    expect(forecasts.refusal({ startTime: '2026-11-20T23:30:00Z', source: 'gfs' }).code).toBe(
      'forecast_unavailable',
    );
  });
});

describe('a model that didn’t exist yet', () => {
  it.each([
    ['1979-01-01T00:00:00Z', 'invalid_parameter'],
    ['2001-12-31T23:59:59Z', 'invalid_parameter'],
    ['2002-01-01T00:00:00Z', 'forecast_unavailable'],
  ])('has no forecast for %s: %s', (startTime, code) => {
    expect(forecasts.refusal({ startTime, source: 'gfs' }).code).toBe(code);
    expect(forecasts.ask({ startTime }).meta.source).toBe('climatology');
  });
});

describe('the lifetime of a forecast', () => {
  const maxAge = (now: string) => forecasts.askRaw({ lat: '51', lon: '11' }, new Date(now)).maxAgeSeconds;

  it('ends with the hour', () => {
    expect(maxAge('2026-11-20T17:30:00.000Z')).toBe(1800);
    expect(maxAge('2026-11-20T17:59:59.900Z')).toBe(0);
  });

  it('ends earlier if a run may replace the climatology', () => {
    const maxAge = (source: string) =>
      forecasts.askRaw({ lat: '10', lon: '10', source }, new Date('2026-11-20T17:30:00Z')).maxAgeSeconds;
    expect([maxAge('auto'), maxAge('climatology')]).toEqual([900, 1800]);
  });
});
