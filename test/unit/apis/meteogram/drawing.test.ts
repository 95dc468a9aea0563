import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { numberOf, type ReadMeteogram, textOf } from '../../../support/read-meteogram.js';
import { type Drawn, drawn, read } from './draw.js';

/** Returns the contrast ratio of two colors according to WCAG 2. */
function contrast(a: string, b: string): number {
  const luminance = (colour: string) => {
    const [red, green, blue] = [1, 3, 5]
      .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
      .map((share) => (share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [darker, lighter] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (lighter + 0.05) / (darker + 0.05);
}

const snow = { precipitationIntensity: () => 1, weatherCode: () => 5000 };
const NOT_A_NUMBER = (): number => NaN;
const nothing = {
  temperature: NOT_A_NUMBER,
  precipitationIntensity: NOT_A_NUMBER,
  weatherCode: NOT_A_NUMBER,
  cloudCover: NOT_A_NUMBER,
  windSpeed: NOT_A_NUMBER,
  windGust: NOT_A_NUMBER,
  windDirection: NOT_A_NUMBER,
  pressureSurfaceLevel: NOT_A_NUMBER,
};
/** Computed by an independent program: see sun-times.py next to it. */
const SUNS = (
  JSON.parse(readFileSync('test/fixtures/meteo/sun-times.json', 'utf8')) as {
    place: string;
    day: string;
    latitude: number;
    longitude: number;
    zone: string;
    start: string;
    sunrise: string;
    sunset: string;
  }[]
).filter(({ sunrise }) => sunrise !== null);
const nightsOf = (picture: ReadMeteogram) => picture.rectangles('nights');
/** Returns the hours labeled below the meteogram, from left to right. */
const hoursOf = (picture: ReadMeteogram) =>
  picture
    .of('text')
    .filter((text) => text['@text-anchor'] === 'middle')
    .map(textOf)
    .filter((word) => /^\d\d$/.test(word));

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  it.each([320, 600, 1200])(
    'at %i pixels, text is large enough and has a contrast of at least 4.5',
    (width) => {
      const picture = read({ theme, width, values: snow });
      const behind = [picture.of('rect')[0], ...picture.children(picture.byId('nights'), 'rect')].map(
        (rect) => String(rect['@fill']),
      );
      for (const text of picture.of('text')) {
        expect(numberOf(text, 'font-size')).toBeGreaterThanOrEqual(11);
        for (const colour of behind)
          expect([textOf(text), contrast(String(text['@fill']), colour) >= 4.5]).toEqual([
            textOf(text),
            true,
          ]);
      }
    },
  );

  it('lines have a contrast of at least 3', () => {
    const picture = read({ theme });
    const colours = ['windSpeed', 'windGust', 'pressureSurfaceLevel'].map((id) =>
      String(picture.children(picture.byId(id), 'path')[0]['@stroke']),
    );
    const stops = picture.of('stop').map((stop) => String(stop['@stop-color']));
    const night = String(picture.children(picture.byId('nights'), 'rect')[0]['@fill']);
    for (const colour of [...colours, ...stops])
      for (const behind of [String(picture.of('rect')[0]['@fill']), night])
        expect(contrast(colour, behind)).toBeGreaterThanOrEqual(3);
  });
});

describe('names', () => {
  it.each([
    '<script>alert(1)</script>',
    '"><svg onload="x">',
    "' & ]]> &lt; &#0;",
    '\u0000\u0008\u001b\uffff\ud800 name',
    '{{constructor}} ${x} %s',
  ])('%j are treated as text only', (title) => {
    const svg = drawn({ title, subtitle: title, notes: [title] });
    const picture = read({ title, subtitle: title, notes: [title] });

    expect(picture.elements.map(({ name }) => name)).toEqual(read().elements.map(({ name }) => name));
    expect(svg).not.toMatch(/<script|onload="/u);
    // Characters that XML doesn't allow are omitted.
    const written = [...title]
      .filter((letter) => !'\u0000\u0008\u001b\uffff\ud800'.includes(letter))
      .join('')
      .trim();
    expect(picture.title.replace('Weather forecast for ', '').trim()).toBe(written);
  });

  it('that are too long end with an ellipsis, and are complete in the title', () => {
    const title = 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogoch '.repeat(3).trim();
    const picture = read({ title, width: 320 });
    expect(picture.words[0]).toMatch(/^Llanfair\w+…$/);
    expect(picture.title).toBe(`Weather forecast for ${title}`);
  });
});

describe('the credits', () => {
  it('are never truncated', () => {
    const note = `Data: ${Array.from({ length: 30 }, (_, i) => `model-${i} by its service`).join('; ')}`;
    const picture = read({ notes: [note], width: 320 });
    expect(picture.words.join(' ')).toContain(note);
    const lowest = Math.max(...picture.of('text').map((text) => numberOf(text, 'y')));
    expect(lowest).toBeLessThan(numberOf(picture.svg, 'height'));
  });
});

describe('the hour labels', () => {
  it('include each hour of a 25-hour day, one of them twice', () => {
    const picture = read({ hours: 25, start: '2026-10-24T22:00:00Z', zone: 'Europe/Warsaw', width: 1200 });
    const hours = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));
    expect(hoursOf(picture)).toEqual([...hours.slice(0, 3), '02', ...hours.slice(3)]);
    expect(picture.words.filter((word) => word.includes('October'))).toEqual(['Sunday 25 October']);
  });

  it('omit the hour that a 23-hour day lacks', () => {
    const picture = read({ hours: 23, start: '2026-03-28T23:00:00Z', zone: 'Europe/Warsaw', width: 1200 });
    expect(hoursOf(picture).slice(0, 4)).toEqual(['00', '01', '03', '04']);
    expect(hoursOf(picture)).toHaveLength(23);
  });

  it('are between UTC hours if the offset includes half an hour', () => {
    const picture = read({ hours: 24, zone: 'Asia/Kolkata', width: 1200 });
    const [left, right] = picture.ends;
    const first = picture.of('text').find((text) => textOf(text) === '06')!;
    // 00:00 UTC is 05:30 in local time.
    expect(numberOf(first, 'x')).toBeCloseTo(left + (right - left) / 48, 1);
    expect(picture.description).toContain('From Tue 24 Nov 05:30 to Wed 25 Nov 05:30, Asia/Kolkata.');
  });

  it('omit a skipped day', () => {
    const picture = read({ hours: 48, start: '2011-12-29T10:00:00Z', zone: 'Pacific/Apia' });
    expect(picture.words.filter((word) => /December|Dec$/.test(word))).toEqual([
      'Thursday 29 December',
      'Saturday 31 December',
    ]);
  });
});

describe('the night shading', () => {
  it('covers a polar night and omits a polar day', () => {
    const [left, right] = read().ends;
    const night = nightsOf(read({ latitude: 78, longitude: 15 }));
    expect(night).toHaveLength(1);
    expect([night[0].x, night[0].width]).toEqual([left, right - left]);
    expect(nightsOf(read({ latitude: 78, longitude: 15, start: '2026-06-20T00:00:00Z' }))).toEqual([]);
  });

  it.each(SUNS)('lasts from sunset to sunrise at $place on $day', (sun) => {
    const hours = 30;
    const picture = read({ ...sun, hours });
    const [left, right] = picture.ends;
    const timeMs = (x: number) => Date.parse(sun.start) + ((x - left) / (right - left)) * hours * 3_600_000;
    const nights = nightsOf(picture);
    const offS = (edges: number[], instant: string) =>
      Math.min(...edges.map((x) => Math.abs(timeMs(x) - Date.parse(instant)))) / 1000;
    // Steps of 5 minutes, of which the middle decides.
    expect(
      offS(
        nights.map(({ x }) => x),
        sun.sunset,
      ),
    ).toBeLessThan(165);
    expect(
      offS(
        nights.map(({ x, width }) => x + width),
        sun.sunrise,
      ),
    ).toBeLessThan(165);
  });
});

describe('extremes', () => {
  it.each<[string, Drawn['values']]>([
    [
      '−40 °C and 200 mm',
      {
        temperature: (hour: number) => -40 - hour / 4,
        precipitationIntensity: () => 200,
        weatherCode: () => 5101,
      },
    ],
    ['the same all the time', { temperature: () => 0, windSpeed: () => 0, windGust: () => 0 }],
    ['a single hour', { temperature: (hour: number) => (hour === 9 ? 5 : NaN), windSpeed: NOT_A_NUMBER }],
    ['nothing', nothing],
    ['heat', { temperature: (hour: number) => 45 + hour / 10, windGust: () => 90 }],
  ])('of %s stay within the meteogram', (_of, values) => {
    const picture = read({ values });
    const height = numberOf(picture.svg, 'height');
    expect(drawn({ values })).not.toMatch(/NaN|Infinity|undefined/);
    const [left, right] = picture.ends;
    const pressure = values === nothing ? [] : ['pressureSurfaceLevel'];
    for (const id of ['temperature', 'windSpeed', 'windGust', ...pressure])
      for (const { x, y } of picture.points(id)) {
        expect([x >= left, x <= right, y > 0, y < height]).toEqual([true, true, true, true]);
      }
    for (const bar of picture.rectangles('precipitation')) expect(bar.height).toBeLessThan(60);
  });

  it('without any pressure omit its panel', () => {
    const titleOf = (pressureSurfaceLevel: (hour: number) => number) =>
      read({ values: { pressureSurfaceLevel } }).words.includes('Surface pressure hPa');
    expect(titleOf(NOT_A_NUMBER)).toBe(false);
    expect(titleOf((hour) => (hour === 9 ? 1010 : NaN))).toBe(true);
  });

  it('of snow are striped, with a legend', () => {
    const rain = read({ values: { precipitationIntensity: () => 1, weatherCode: () => 4001 } });
    expect(read({ values: snow }).words).toContain('striped: snow or ice');
    expect(rain.words).not.toContain('striped: snow or ice');
    const fills = (picture: ReadMeteogram) =>
      new Set(picture.rectangles('precipitation').map(({ fill }) => fill));
    expect(fills(read({ values: snow }))).not.toEqual(fills(rain));
  });

  it('leave a gap where hours are missing in between', () => {
    const temperature = (hour: number) => (hour > 9 && hour < 20 ? NaN : hour);
    const picture = read({ values: { temperature } });
    expect(picture.children(picture.byId('temperature'), 'path')).toHaveLength(2);
    expect(picture.of('rect').filter((rect) => '@data-gap' in rect)).toEqual([]);
    const weatherCode = (hour: number) => (Number.isNaN(temperature(hour)) ? NaN : 1000);
    const all = {
      ...Object.fromEntries(Object.keys(nothing).map((name) => [name, temperature])),
      weatherCode,
    };
    const gaps = read({ values: all })
      .of('rect')
      .filter((rect) => '@data-gap' in rect);
    expect(gaps).toHaveLength(1);
  });
});
