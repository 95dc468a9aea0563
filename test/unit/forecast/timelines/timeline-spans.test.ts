import { describe, expect, it } from '@jest/globals';
import { HOUR_MS } from '../../../../src/core/time/index.js';
import { parseForecastQuery } from '../../../../src/forecast/request/forecast-query.js';
import { askedSpans, spansUntil } from '../../../../src/forecast/request/timeline-spans.js';
import { OWN_CATALOGUE } from '../../../support/own-catalogue.js';

const NOW = new Date('2026-03-27T12:00:00Z');

function daysOf(timezone: string, startTime: string, endTime: string) {
  const raw = { lat: '52', lon: '13', timelines: 'daily', timezone, startTime, endTime };
  return askedSpans(parseForecastQuery(raw, NOW, OWN_CATALOGUE, ['gfs'])).daily!;
}

describe('requested days', () => {
  it.each([
    ['Europe/Berlin', '2026-03-28T12:00:00Z', '2026-03-30T12:00:00Z', [24, 23, 24]],
    ['Europe/Berlin', '2026-10-24T12:00:00Z', '2026-10-26T12:00:00Z', [24, 25, 24]],
    ['Australia/Lord_Howe', '2026-10-03T02:00:00Z', '2026-10-05T02:00:00Z', [24, 23.5, 24]],
    ['UTC', '2026-03-28T12:00:00Z', '2026-03-30T12:00:00Z', [24, 24, 24]],
  ])('in %s are as long as the local clocks say', (timezone, start, end, hours) => {
    const days = daysOf(timezone, start, end);
    expect(days.map(({ startMs, endMs }) => (endMs - startMs) / HOUR_MS)).toEqual(hours);
    for (let day = 1; day < days.length; day++) expect(days[day].startMs).toBe(days[day - 1].endMs);
  });
});

it('includes every day of which a run has at least one hour', () => {
  const daily = daysOf('UTC', '2026-03-28T12:00:00Z', '2026-03-30T12:00:00Z');
  const count = (lastHour: string) => spansUntil({ daily }, Date.parse(lastHour)).daily!.length;
  expect(['2026-03-29T23:00:00Z', '2026-03-30T00:00:00Z'].map(count)).toEqual([2, 3]);
});
