import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { climatologyAt } from '../../../../src/forecast/climatology/climatology.js';
import { type ForecastDto } from '../../../../src/forecast/answer/forecast-response.dto.js';
import type { ForecastService } from '../../../../src/forecast/forecast.service.js';
import { forecastService } from '../../../support/forecast-service.js';
import { RunCatalogue } from '../../../../src/store/catalogue/run-catalogue.js';
import { identity, writeRun } from '../../store/synthetic-run.js';
import { answerOf, configuration, entriesOf, valuesOf } from '../synthetic-forecasts.js';

const NOW = new Date('2026-11-20T17:30:40Z');
const STEPS = Array.from({ length: 49 }, (_, i) => i);

let directory: string;
let catalogue: RunCatalogue;
let service: ForecastService;

/** Runs of 0, 6 and 12 UTC, 48 hours each. The ozone tells a run's hour, the temperature the hours since midnight. */
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'runs-'));
  for (const runHour of [0, 6, 12]) {
    const run = new Date(Date.UTC(2026, 10, 20, runHour));
    await writeRun(
      directory,
      identity({ run, stepsHours: STEPS }),
      STEPS.flatMap((step) => [
        { variable: 'totalOzone' as const, step, value: 300 + runHour, quantum: 1 },
        { variable: 'temperature2m' as const, step, value: 273.15 + runHour + step, quantum: 0.01 },
      ]),
    );
  }
  catalogue = new RunCatalogue(directory);
  service = forecastService(catalogue, configuration(48));
});

afterAll(async () => {
  catalogue.close();
  await rm(directory, { recursive: true });
});

function ask(query: Record<string, string>): ForecastDto {
  const raw = { lat: '51', lon: '11', fields: 'ozone,temperature', ...query };
  return answerOf(service, raw, NOW).answer;
}

const codesOf = ({ meta }: ForecastDto) => meta.warnings.map(({ code }) => code);
const timesOf = (answer: ForecastDto, timeline: 'hourly' | 'minutely' | 'daily') =>
  entriesOf(answer, timeline).map(({ time }) => time);

describe('the timelines of a forecast', () => {
  it('are the requested ones, in a fixed order', () => {
    const answer = ask({ timelines: 'daily,minutely,hourly' });
    expect(Object.keys(answer.data.timelines)).toEqual(['hourly', 'minutely', 'daily']);
    expect(timesOf(answer, 'hourly')[0]).toBe('2026-11-20T17:00:00Z');
    expect(Object.keys(ask({ timelines: 'daily' }).data.timelines)).toEqual(['daily']);
  });

  it('have 60 minutes from the current one by default, with a warning', () => {
    const answer = ask({ timelines: 'minutely' });
    const times = timesOf(answer, 'minutely');
    expect([times.length, times[0], times[59]]).toEqual([60, '2026-11-20T17:30:00Z', '2026-11-20T18:29:00Z']);
    expect(codesOf(answer)).toEqual(['interpolated_minutes']);
    // One degree an hour: 17.5 °C at 17:30 UTC.
    expect(valuesOf(answer, 'temperature', 'minutely')[0]).toBe(17.5);
  });

  it('have the minutes from the first one at or after the start until before the end', () => {
    const span = { startTime: '2026-11-20T13:10:01Z', endTime: '2026-11-20T13:13:00Z' };
    expect(timesOf(ask({ timelines: 'minutely', ...span }), 'minutely')).toEqual([
      '2026-11-20T13:11:00Z',
      '2026-11-20T13:12:00Z',
    ]);
  });

  it('end with the run, to the minute', () => {
    const span = { startTime: '2026-11-22T11:58:00Z', endTime: '2026-11-22T12:30:00Z' };
    const answer = ask({ timelines: 'minutely', source: 'gfs', ...span });
    expect(timesOf(answer, 'minutely').at(-1)).toBe('2026-11-22T12:00:00Z');
    expect(codesOf(answer)).toContain('ends_with_run');
  });

  it('complete the first day from the newest runs that cover its hours', () => {
    const answer = ask({ timelines: 'daily' });
    expect(timesOf(answer, 'daily')[0]).toBe('2026-11-20T00:00:00Z');
    // Six hours each from the 0 and 6 UTC runs, twelve from the noon run.
    expect(valuesOf(answer, 'ozoneAvg', 'daily')[0]).toBe(308); // (6 × 300 + 6 × 306 + 12 × 312) / 24 = 307.5
    expect(valuesOf(answer, 'temperatureMin', 'daily')[0]).toBe(0);
    expect(valuesOf(answer, 'temperatureMax', 'daily')[0]).toBe(23);
    expect(answer.meta.run).toBe('2026-11-20T12:00:00Z');
    expect(codesOf(answer)).toContain('earlier_run');
  });

  it('warn about days that the runs cover only in part', () => {
    // The runs start at 0 UTC, but Berlin's day an hour earlier; the last day ends with the run at noon.
    const berlin = ask({ timelines: 'daily', timezone: 'Europe/Berlin', source: 'gfs' });
    expect(timesOf(berlin, 'daily')).toEqual([
      '2026-11-19T23:00:00Z',
      '2026-11-20T23:00:00Z',
      '2026-11-21T23:00:00Z',
    ]);
    expect(codesOf(berlin)).toEqual(expect.arrayContaining(['partial_day', 'ends_with_run']));
    expect(berlin.meta.warnings.find(({ code }) => code === 'partial_day')?.detail).toContain(
      'No stored run has 2026-11-19T23:00:00Z, 2026-11-22T13:00:00Z to 2026-11-22T22:00:00Z.',
    );
    expect(berlin.meta.timezone).toBe('Europe/Berlin');
    const span = { startTime: '2026-11-20T13:00:00Z', endTime: '2026-11-21T13:00:00Z' };
    expect(codesOf(ask({ timelines: 'daily', ...span }))).toEqual(['earlier_run']);
  });

  it('have the local days from that of the start to the last one that starts before the end', () => {
    const span = {
      startTime: '2026-11-20T23:30:00Z',
      endTime: '2026-11-21T23:00:01Z',
      timezone: 'Europe/Berlin',
    };
    expect(timesOf(ask({ timelines: 'daily', ...span }), 'daily')).toEqual([
      '2026-11-20T23:00:00Z',
      '2026-11-21T23:00:00Z',
    ]);
    const until = { ...span, endTime: '2026-11-21T23:00:00Z' };
    expect(timesOf(ask({ timelines: 'daily', ...until }), 'daily')).toHaveLength(1);
  });

  it('have days in the point’s time zone with auto', () => {
    const answer = ask({ timelines: 'daily', timezone: 'auto' });
    expect(answer.meta.timezone).toBe('Europe/Berlin');
    expect(timesOf(answer, 'daily')[0]).toBe('2026-11-19T23:00:00Z');
  });

  it('are consistent: a day has the extremes of its hours', () => {
    const answer = ask({
      timelines: 'hourly,daily',
      startTime: '2026-11-21T00:00:00Z',
      endTime: '2026-11-22T00:00:00Z',
    });
    const hours = valuesOf(answer, 'temperature') as number[];
    expect(hours).toHaveLength(24);
    expect(valuesOf(answer, 'temperatureMax', 'daily')).toEqual([Math.max(...hours)]);
    expect(valuesOf(answer, 'temperatureMin', 'daily')).toEqual([Math.min(...hours)]);
  });
});

describe('the timelines of the climatology', () => {
  const climatology = (query: Record<string, string>) => ask({ source: 'climatology', ...query });

  it('have their default lengths at any time', () => {
    const answer = climatology({ timelines: 'hourly,minutely,daily', startTime: '2050-02-28T12:00:00Z' });
    expect([
      entriesOf(answer, 'hourly').length,
      entriesOf(answer, 'minutely').length,
      entriesOf(answer, 'daily').length,
    ]).toEqual([120, 60, 5]);
  });

  it('have every day that starts before the end, so that 16 days from noon span 17 days', () => {
    const days = (endTime: string) =>
      timesOf(climatology({ timelines: 'daily', startTime: '2026-11-20T12:00:00Z', endTime }), 'daily');
    expect(days('2026-12-06T00:00:00Z').at(-1)).toBe('2026-12-05T00:00:00Z');
    expect(days('2026-12-06T12:00:00Z').at(-1)).toBe('2026-12-06T00:00:00Z');
    expect(days('2026-12-06T12:00:00Z')).toHaveLength(17);
  });

  it.each<Record<string, string>>([
    { startTime: '0001-01-02T00:00:00Z', endTime: '0001-01-18T00:00:00Z' },
    { startTime: '9999-12-14T00:00:00Z' },
    { startTime: '9999-11-28T00:00:00Z', endTime: '9999-12-14T00:00:00Z' },
  ])('have four-digit years with %j', (span) => {
    const answer = climatology({ timelines: 'hourly,daily', timezone: 'Pacific/Kiritimati', ...span });
    for (const timeline of ['hourly', 'daily'] as const) {
      expect(timesOf(answer, timeline).length).toBeGreaterThan(0);
      for (const time of timesOf(answer, timeline)) expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    }
  });

  it.each([
    ['90', '0'],
    ['-90', '-180'],
    ['0', '180'],
    ['-16.5', '-179.99'],
  ])('exist at %s, %s', (lat, lon) => {
    const answer = climatology({
      lat,
      lon,
      timelines: 'hourly,daily',
      timezone: 'auto',
      fields: 'temperature',
    });
    expect(entriesOf(answer, 'hourly')).toHaveLength(120);
    expect(valuesOf(answer, 'temperature').every((value) => typeof value === 'number')).toBe(true);
    expect(entriesOf(answer, 'daily')).toHaveLength(5);
  });

  it('have the monthly average as the daily sum, and no hourly precipitation', () => {
    const span = { startTime: '2026-11-21T00:00:00Z', endTime: '2026-11-22T00:00:00Z' };
    const answer = climatology({ timelines: 'hourly,daily', fields: 'precipitationIntensity', ...span });
    expect(valuesOf(answer, 'precipitationIntensity')).toEqual(Array(24).fill(null));
    const { lat, lon } = answer.location;
    const monthly = climatologyAt(lat, lon).values('precipitation', Date.parse(span.startTime), 24);
    const mean = monthly.reduce((total, value) => total + value) / 24;
    const [sum] = valuesOf(answer, 'precipitationAccumulationSum', 'daily') as number[];
    expect(sum).toBeGreaterThan(0);
    expect(Math.abs(sum - mean)).toBeLessThanOrEqual(0.005);
    expect(valuesOf(answer, 'precipitationIntensityMax', 'daily')).toEqual([null]);
    expect(answer.meta.warnings.map(({ code }) => code)).toContain('mean_rate');
  });
});
