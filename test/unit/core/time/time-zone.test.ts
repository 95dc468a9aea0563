import { describe, expect, it } from '@jest/globals';
import { HOUR_MS } from '../../../../src/core/time/index.js';
import { TimeZone } from '../../../../src/core/time/time-zone.js';

/** The local day that contains a moment: its start and its length in hours. */
function dayAround(name: string, moment: string): [start: string, hours: number] {
  const zone = TimeZone.named(name)!;
  const day = zone.dayOf(Date.parse(moment));
  const [startMs, endMs] = [zone.startOfDay(day), zone.startOfDay(day + 1)];
  return [new Date(startMs).toISOString(), (endMs - startMs) / HOUR_MS];
}

describe('TimeZone', () => {
  // Expected: python3 -c "from datetime import *; from zoneinfo import *; d = lambda z, *a: datetime(*a, tzinfo=ZoneInfo(z))
  // .astimezone(timezone.utc); print(d('Europe/Berlin', 2026, 3, 29), d('Europe/Berlin', 2026, 3, 30))" and so on.
  it.each([
    ['UTC', '2026-11-21T23:59:59Z', '2026-11-21T00:00:00.000Z', 24],
    ['Europe/Berlin', '2026-03-29T12:00:00Z', '2026-03-28T23:00:00.000Z', 23],
    ['Europe/Berlin', '2026-10-25T12:00:00Z', '2026-10-24T22:00:00.000Z', 25],
    ['America/New_York', '2026-11-01T12:00:00Z', '2026-11-01T04:00:00.000Z', 25],
    ['Asia/Kathmandu', '2026-11-21T12:00:00Z', '2026-11-20T18:15:00.000Z', 24],
    ['Australia/Lord_Howe', '2026-04-05T00:00:00Z', '2026-04-04T13:00:00.000Z', 24.5],
    ['Pacific/Kiritimati', '2026-11-21T12:00:00Z', '2026-11-21T10:00:00.000Z', 24],
  ])('%s around %s', (name, moment, start, hours) => {
    expect(dayAround(name, moment)).toEqual([start, hours]);
  });

  // In São Paulo and Havana, clocks changed at midnight itself (IANA database, files southamerica and northamerica).
  it('starts a day without a midnight at the clock change', () => {
    expect(dayAround('America/Sao_Paulo', '2018-11-04T12:00:00Z')).toEqual(['2018-11-04T03:00:00.000Z', 23]);
  });

  it('assigns the hour that repeats before midnight to the day that it ends', () => {
    expect(dayAround('America/Sao_Paulo', '2018-02-18T02:30:00Z')).toEqual(['2018-02-17T02:00:00.000Z', 25]);
    expect(dayAround('America/Sao_Paulo', '2018-02-18T03:00:00Z')).toEqual(['2018-02-18T03:00:00.000Z', 24]);
  });

  it('starts a day at the first of two midnights', () => {
    expect(dayAround('America/Havana', '2026-11-01T12:00:00Z')).toEqual(['2026-11-01T04:00:00.000Z', 25]);
  });

  it('has a zero-length day where the calendar skipped one', () => {
    // Samoa went from 29 to 31 December 2011.
    const zone = TimeZone.named('Pacific/Apia')!;
    const left = Date.UTC(2011, 11, 30) / (24 * HOUR_MS);
    const changeMs = Date.parse('2011-12-30T10:00:00Z');
    expect([left, left + 1].map((day) => zone.startOfDay(day))).toEqual([changeMs, changeMs]);
    expect(zone.dayOf(changeMs)).toBe(left + 1);
    expect(zone.dayOf(changeMs - 1)).toBe(left - 1);
  });

  it.each(['America/St_Johns', 'Africa/Casablanca', 'Asia/Beirut', 'America/Asuncion', 'Pacific/Apia'])(
    'divides the time of %s into days without gap or overlap',
    (name) => {
      const zone = TimeZone.named(name)!;
      const first = zone.dayOf(Date.parse('2010-01-01T00:00:00Z'));
      for (let day = first; day < first + 1000; day++) {
        const [startMs, endMs] = [zone.startOfDay(day), zone.startOfDay(day + 1)];
        if (startMs === endMs) continue;
        expect(endMs).toBeGreaterThan(startMs);
        expect([zone.dayOf(startMs), zone.dayOf(endMs - 1)]).toEqual([day, day]);
      }
    },
  );

  it('rejects offsets and unknown names', () => {
    for (const name of ['', '+01:00', '-05', 'Europe/Atlantis', 'auto'])
      expect(TimeZone.named(name)).toBeUndefined();
  });

  // The links of the IANA database, in its file `backward`.
  it.each([
    ['europe/berlin', 'Europe/Berlin'],
    ['Europe/Berlin', 'Europe/Berlin'],
    ['utc', 'UTC'],
    ['US/Eastern', 'America/New_York'],
    ['asia/calcutta', 'Asia/Kolkata'],
    ['Asia/Kolkata', 'Asia/Kolkata'],
    ['Europe/Kiev', 'Europe/Kyiv'],
    ['america/buenos_aires', 'America/Argentina/Buenos_Aires'],
    ['AMERICA/PORT-AU-PRINCE', 'America/Port-au-Prince'],
    ['Asia/Saigon', 'Asia/Ho_Chi_Minh'],
  ])('returns the canonical name of %s', (given, canonical) => {
    expect(TimeZone.named(given)?.name).toBe(canonical);
  });

  it('handles the first years too', () => {
    expect(dayAround('UTC', '0000-01-01T12:00:00Z')).toEqual(['0000-01-01T00:00:00.000Z', 24]);
    expect(dayAround('America/New_York', '0001-06-01T12:00:00Z')[1]).toBe(24);
  });
});
