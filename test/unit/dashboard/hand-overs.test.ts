import { describe, expect, test } from '@jest/globals';
import { HOUR_MS } from '../../../src/core/time/index.js';
import { sectionsOf, type Source } from '../../../src/dashboard/web/pages/forecast/sources.js';

const START_MS = Date.UTC(2026, 10, 21);
const instant = (hour: number) => new Date(START_MS + hour * HOUR_MS).toISOString();
const seconds = (hour: number) => START_MS / 1000 + hour * 3600;
const HOURS = Array.from({ length: 120 }, (_, hour) => seconds(hour));
const DAYS = [0, 24, 48, 72, 96].map(seconds);

/** A source of temperature and cloud cover by default. `from` and `to` are hours after the start of the forecast. */
function source(name: Source['source'], from: number, to: number, others: Partial<Source> = {}): Source {
  const span = {
    fields: others.fields ?? ['temperature', 'cloudCover'],
    from: instant(from),
    to: instant(to),
  };
  return {
    source: name,
    run: instant(-6),
    publishedAt: instant(-1),
    nextRunExpectedAt: instant(5),
    ...span,
    spans: [span],
    grid: { resolution: 0.25, elevation: 0, interpolation: 'bilinear' },
    attribution: '',
    share: { temperature: 1, wind: 1, pressure: 1 },
    ...others,
  };
}

describe('a section boundary, where one source takes over from another,', () => {
  test('doesn’t exist while one source provides all hours', () => {
    expect(sectionsOf([], ['temperature'], HOURS, 3600)).toEqual([]);
    expect(sectionsOf([source('gfs', 0, 119)], ['temperature'], HOURS, 3600)).toEqual([]);
  });

  test('is the first hour of one more source or of one less, of a mean of them', () => {
    const sources = [source('ifs', 0, 71), source('gfs', 60, 119)];
    expect(sectionsOf(sources, ['temperature', 'dewPoint'], HOURS, 3600)).toEqual([
      { title: 'IFS', shortTitle: 'IFS', from: seconds(0) },
      { title: 'IFS, GFS', shortTitle: 'IFS, GFS', from: seconds(60) },
      { title: 'GFS', shortTitle: 'GFS', from: seconds(72) },
    ]);
  });

  test('depends only on the requested fields', () => {
    const sources = [
      source('ifs', 0, 71),
      source('gfs', 0, 119, { fields: ['visibility', 'temperature', 'cloudCover'] }),
    ];
    expect(sectionsOf(sources, ['visibility'], HOURS, 3600)).toEqual([]);
    expect(sectionsOf(sources, ['cloudCover'], HOURS, 3600)).toEqual([
      { title: 'IFS', shortTitle: 'IFS', from: seconds(0) },
      { title: 'GFS', shortTitle: 'GFS', from: seconds(72) },
    ]);
  });

  test('is where the field itself changes sources, not where others do', () => {
    const spans = [
      { fields: ['temperature'], from: instant(0), to: instant(71) },
      { fields: ['cloudCover'], from: instant(0), to: instant(65) },
    ];
    const sources = [source('ifs', 0, 71, { spans }), source('gfs', 60, 119)];
    const [, cloud] = sectionsOf(sources, ['cloudCover'], HOURS, 3600);
    expect(cloud).toMatchObject({ title: 'GFS', from: seconds(66) });
    const [, , temperature] = sectionsOf(sources, ['temperature'], HOURS, 3600);
    expect(temperature).toMatchObject({ title: 'GFS', from: seconds(72) });
  });

  test('keeps a source that provides another field throughout', () => {
    const probability = source('aifs', 0, 119, { fields: ['precipitationProbability'] });
    const sources = [source('ifs', 0, 71), source('gfs', 60, 119), probability];
    const fields = ['temperature', 'precipitationProbability'];
    const titles = sectionsOf(sources, fields, HOURS, 3600).map(({ title }) => title);
    expect(titles).toEqual(['IFS, AIFS', 'IFS, GFS, AIFS', 'GFS, AIFS']);
  });

  test('between two runs of a model names both', () => {
    const sources = [source('gfs', 0, 47), source('gfs', 48, 119, { run: instant(-12) })];
    const [newer, older] = sectionsOf(sources, ['temperature'], HOURS, 3600);
    expect(newer).toEqual({
      title: expect.stringContaining('18:00 UTC'),
      shortTitle: 'GFS',
      from: seconds(0),
    });
    expect(older).toEqual({
      title: expect.stringContaining('12:00 UTC'),
      shortTitle: 'GFS',
      from: seconds(48),
    });
  });

  test('may fall within a day, which then has both sources', () => {
    const sources = [source('ifs', 0, 59), source('gfs', 48, 119)];
    expect(
      sectionsOf(sources, ['temperature'], DAYS, 86_400).map(({ title, from }) => [title, from]),
    ).toEqual([
      ['IFS', seconds(0)],
      ['IFS, GFS', seconds(48)],
      ['GFS', seconds(72)],
    ]);
  });

  test('comes after hours that no source covers', () => {
    const sources = [source('ifs', 3, 20), source('gfs', 30, 119)];
    expect(sectionsOf(sources, ['temperature'], HOURS, 3600).map(({ from }) => from)).toEqual([
      seconds(3),
      seconds(30),
    ]);
  });
});
