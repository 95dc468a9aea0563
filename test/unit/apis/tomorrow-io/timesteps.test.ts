import { describe, expect, it } from '@jest/globals';
import { HOUR_MS } from '../../../../src/core/time/index.js';
import { TimeZone } from '../../../../src/core/time/time-zone.js';
import { availableSpan, daysBetween } from '../../../../src/apis/tomorrow-io/request/timesteps.js';

const days = (name: string, from: string, to: string, startHour = 6) =>
  daysBetween(Date.parse(from), Date.parse(to), { zone: TimeZone.named(name)!, startHour });

describe('days', () => {
  // Clock changes according to the IANA time zone database.
  it.each([
    ['America/New_York', '2026-03-07T11:00:00Z', 23],
    ['America/New_York', '2026-10-31T10:00:00Z', 25],
    ['Europe/Berlin', '2026-03-28T05:00:00Z', 23],
    ['Europe/Berlin', '2026-10-24T04:00:00Z', 25],
    ['Australia/Sydney', '2026-04-03T19:00:00Z', 25],
    ['Australia/Sydney', '2026-04-04T20:00:00Z', 24],
    ['Australia/Sydney', '2026-10-02T20:00:00Z', 23],
    ['America/Santiago', '2026-04-04T09:00:00Z', 25],
    ['Australia/Lord_Howe', '2026-04-03T19:00:00Z', 24.5],
  ])('of %s on %s have %d hours', (zone, start, hours) => {
    const [{ startMs, endMs }] = days(zone, start, start);
    expect([new Date(startMs).toISOString(), (endMs - startMs) / HOUR_MS]).toEqual([
      start.replace('Z', '.000Z'),
      hours,
    ]);
  });

  it('start at the requested hour, even if the clocks skip it', () => {
    const [first, second] = days('America/New_York', '2026-03-07T12:00:00Z', '2026-03-08T12:00:00Z', 2);
    // 2:00 is skipped on 8 March, so that day starts at 3:00 EDT.
    expect(new Date(first.startMs).toISOString()).toBe('2026-03-07T07:00:00.000Z');
    expect(new Date(second.startMs).toISOString()).toBe('2026-03-08T07:00:00.000Z');
    expect(new Date(second.endMs).toISOString()).toBe('2026-03-09T06:00:00.000Z');
    // 1:00 repeats on 1 November.
    const [repeated] = days('America/New_York', '2026-11-01T05:30:00Z', '2026-11-01T05:30:00Z', 1);
    expect(new Date(repeated.startMs).toISOString()).toBe('2026-11-01T05:00:00.000Z');
    expect((repeated.endMs - repeated.startMs) / HOUR_MS).toBe(25);
  });

  it('include the moment before the next day’s start hour', () => {
    const [night] = days('Europe/Berlin', '2026-07-02T03:59:59Z', '2026-07-02T03:59:59Z');
    expect(new Date(night.startMs).toISOString()).toBe('2026-07-01T04:00:00.000Z');
    const all = days('Asia/Kolkata', '2026-07-01T00:30:00Z', '2026-07-08T00:30:00Z', 0);
    expect(all).toHaveLength(8);
    all.slice(1).forEach(({ startMs }, i) => expect(startMs).toBe(all[i].endMs));
    expect(new Date(all[0].startMs).toISOString()).toBe('2026-06-30T18:30:00.000Z');
  });
});

describe('the available span', () => {
  const nowMs = Date.parse('2026-11-24T10:20:30Z');
  const clock = { zone: TimeZone.named('UTC')!, startHour: 6 };
  const at = (hours: number) => nowMs + hours * HOUR_MS;
  const span = (timestep: '1m' | '15m' | '1h', startMs: number, endMs?: number) =>
    availableSpan(timestep, { startMs, endMs, areRelative: false }, nowMs, clock);

  it('is six hours ahead for minutes, and at most a day per request', () => {
    expect(span('1m', nowMs)).toMatchObject({ span: { steps: { count: 361 } }, isCut: false });
    expect(span('15m', at(-48), at(0))).toMatchObject({ span: { steps: { count: 97 } }, isCut: true });
    expect(span('1m', at(7), at(8))).toMatchObject({ span: undefined, isCut: true });
    expect(span('1m', at(10))).toMatchObject({ span: undefined, isCut: true });
  });

  it('is seven days back and fifteen ahead for hours', () => {
    expect(span('1h', at(-1000), at(1000))).toMatchObject({ span: { steps: { count: 22 * 24 + 1 } } });
    expect(span('1h', at(-1), at(1))).toMatchObject({
      span: { steps: { firstMs: Date.parse('2026-11-24T09:00:00Z'), count: 3 } },
      isCut: false,
    });
    expect(span('1h', at(-2000), at(-1900)).span).toBeUndefined();
  });
});
