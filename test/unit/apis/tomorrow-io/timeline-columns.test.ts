import { expect, it } from '@jest/globals';
import { servedTimeline } from '../../../../src/apis/tomorrow-io/answer/timeline-columns.js';
import { parseTomorrowIoQuery } from '../../../../src/apis/tomorrow-io/request/tomorrow-io-query.js';

it('sun times are those of the local day, even if days start at a quarter of an hour', () => {
  const raw = {
    location: '27.7172,85.324',
    timezone: 'Asia/Kathmandu',
    timesteps: '5m',
    fields: 'sunriseTime,sunsetTime',
    startTime: '2026-11-24T18:00:00Z',
    endTime: '2026-11-24T18:40:00Z',
  };
  const nowMs = Date.parse('2026-11-24T17:00:00Z');
  const query = parseTomorrowIoQuery({ shape: 'timelines', raw, place: 'query' }, nowMs, () => []);
  const { timesMs, columns } = servedTimeline(query, query.timelines[0], {
    hours: undefined,
    current: undefined,
  });
  const localDay = (timeMs: number) => query.clock.dayOf(timeMs);
  const days = [...timesMs].map(localDay);
  // 18:15 UTC is midnight in local time.
  expect(new Set(days.slice(0, 3))).not.toContain(days[3]);
  expect(columns).toHaveLength(2);
  for (const column of columns) {
    if (!('instantsMs' in column)) throw new Error('Instants are expected.');
    expect([...column.instantsMs].map(localDay)).toEqual(days);
  }
});
