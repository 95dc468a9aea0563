import { beforeAll, describe, expect, it } from '@jest/globals';
import { HOUR_MS } from '../../../../src/core/time/index.js';
import { type ForecastDto } from '../../../../src/forecast/answer/forecast-response.dto.js';
import { createKeyedClient, FORECAST, type KeyedClient } from '../../../support/forecast-caller.js';
import { sendRaw } from '../../../support/raw-request.js';
import { ReadMeteogram } from '../../../support/read-meteogram.js';
import { useTestApp } from '../../../support/test-app.js';
import { publishVariedRun } from '../../../support/varied-run.js';
import { fetchPicture, POINT, SVG } from './ask-meteogram.js';

// Reads values off the picture by its own axes, and compares them with the forecast.

const app = useTestApp();
let client: KeyedClient;
beforeAll(async () => {
  await publishVariedRun(app());
  client = await createKeyedClient(app());
});

async function draw(query = POINT): Promise<ReadMeteogram> {
  const { status, bytes } = await fetchPicture(app(), client.key, `${SVG}?${query}`);
  expect([status, bytes.toString().slice(0, 4)]).toEqual([200, '<svg']);
  return new ReadMeteogram(bytes.toString());
}

interface Hour {
  time: string;
  values: Record<string, number | null>;
}

async function forecast(
  query: string,
): Promise<{ hourly: Hour[]; meta: ForecastDto['meta']; daily: Hour[] }> {
  const { body } = await sendRaw<ForecastDto>(app().url, {
    path: `${FORECAST}?${query}`,
    headers: { apikey: client.key },
  });
  const { hourly, daily } = body.data.timelines;
  return { hourly: hourly as unknown as Hour[], daily: daily as unknown as Hour[], meta: body.meta };
}

describe.each([
  ['metric', 48, 600],
  ['imperial', 24, 1200],
])('in %s units, over %i hours, %i pixels wide', (units, hours, width) => {
  const query = `${POINT}&units=${units}`;
  let picture: ReadMeteogram;
  let hourly: Hour[];
  let x: (hour: number) => number;
  beforeAll(async () => {
    picture = await draw(`${query}&hours=${hours}&width=${width}`);
    ({ hourly } = await forecast(query));
    const [left, right] = picture.ends;
    x = (hour) => left + (hour * (right - left)) / hours;
  });

  it.each([
    ['temperature', 'temperature'],
    ['wind', 'windSpeed'],
    ['wind', 'windGust'],
    ['pressure', 'pressureSurfaceLevel'],
  ])('draws the curve of %s through the values of %s', (panel, field) => {
    const valueAt = picture.ruler(panel);
    const points = picture.points(field);

    expect(points).toHaveLength(hours + 1);
    points.forEach((point, hour) => {
      expect(point.x).toBeCloseTo(x(hour), 1);
      expect(valueAt(point.y)).toBeCloseTo(hourly[hour].values[field]!, units === 'metric' ? 1 : 1);
    });
  });

  it('draws a bar at the height of the amount for each wet hour, and none for dry hours', () => {
    const valueAt = picture.ruler('precipitation');
    const bars = picture.rectangles('precipitation');
    const wet = hourly
      .slice(0, hours)
      .flatMap(({ values: { precipitationIntensity: amount } }, hour) =>
        amount! > 0 ? [{ hour, amount: amount! }] : [],
      );

    expect(wet.length).toBeGreaterThan(5);
    expect(wet.length).toBeLessThan(hours);
    expect(bars).toHaveLength(wet.length);
    bars.forEach((bar, i) => {
      const { hour, amount } = wet[i];
      expect(bar.x + bar.width / 2).toBeCloseTo((x(hour) + x(hour + 1)) / 2, 1);
      expect(valueAt(bar.y)).toBeCloseTo(amount, units === 'metric' ? 2 : 3);
      expect(valueAt(bar.y + bar.height)).toBeCloseTo(0, 2);
    });
  });

  it('draws the clouds in proportion to the cloud cover', () => {
    const bars = picture.rectangles('cloudCover');
    const cover = hourly.slice(0, hours).flatMap(({ values }) => values.cloudCover! || []);
    const full = Math.max(...bars.map(({ height }) => height)) / Math.max(...cover);
    bars.forEach(({ height }, i) => expect(height / full).toBeCloseTo(cover[i], -0.5));
    expect(bars).toHaveLength(cover.length);
  });

  it('labels the highest and the lowest temperature', () => {
    const temperatures = hourly.slice(0, hours).map(({ values }) => values.temperature!);
    const [lowest, highest] = [Math.min(...temperatures), Math.max(...temperatures)];
    const written = picture.words
      .filter((word) => /^−?\d+°$/.test(word))
      .map((word) => Number.parseInt(word.replace('−', '-'), 10));

    expect(Math.max(...written)).toBe(Math.round(highest));
    expect(Math.min(...written)).toBe(Math.round(lowest));
    expect(picture.description).toContain(
      `Temperature from ${lowest} to ${highest} ${units === 'metric' ? '°C' : '°F'}.`,
    );
  });
});

it('has arrows in the direction the wind blows to', async () => {
  const picture = await draw(`${POINT}&hours=24&width=1200`);
  const { hourly } = await forecast(POINT);
  const arrows = picture.children(picture.byId('windDirection'), 'path');

  expect(arrows).toHaveLength(24);
  // An arrow for wind from the north, with its head at the lower end.
  expect(arrows[0]['@d']).toMatch(/^M0,-8L0,8M-4,3L0,8L4,3$/);
  arrows.forEach((arrow, hour) => {
    const turned = Number(/rotate\((\d+)\)/.exec(String(arrow['@transform']))![1]);
    const difference = Math.abs(turned - hourly[hour].values.windDirection!) % 360;
    expect(Math.min(difference, 360 - difference)).toBeLessThanOrEqual(1);
  });
});

it('shades the night, from sunset to sunrise', async () => {
  const picture = await draw(`${POINT}&hours=48`);
  const { daily } = await forecast(`${POINT}&timelines=daily&timezone=auto&fields=temperature`);
  const startMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
  const [left, right] = picture.ends;
  const timeAt = (x: number) => startMs + ((x - left) / (right - left)) * 48 * HOUR_MS;
  const inside = (timeMs: number) => timeMs > startMs + 600_000 && timeMs < startMs + 48 * HOUR_MS - 600_000;
  const nights = picture.rectangles('nights');
  const edges = (name: string) =>
    daily.map(({ values }) => Date.parse(values[name] as unknown as string)).filter(inside);
  const within = (found: number[], expected: number[]) => {
    expect(found).toHaveLength(expected.length);
    found.forEach((timeMs, i) => expect(Math.abs(timeMs - expected[i])).toBeLessThan(300_000));
  };

  within(nights.map(({ x }) => timeAt(x)).filter(inside), edges('sunsetTime'));
  within(nights.map(({ x, width }) => timeAt(x + width)).filter(inside), edges('sunriseTime'));
});

it('marks the hours that no run covers, and draws nothing there', async () => {
  const picture = await draw(`${POINT}&hours=120&width=1200`);
  const { hourly, meta } = await forecast(`${POINT}&source=gfs`);
  const covered = hourly.filter(({ values }) => values.temperature !== null).length;
  const [left, right] = picture.ends;
  const end = left + ((right - left) * covered) / 120;
  const gap = picture.of('rect').find((rect) => '@data-gap' in rect)!;

  expect(meta.source).toBe('gfs');
  expect(covered).toBeLessThan(80);
  expect(Number(gap['@x'])).toBeCloseTo(end, 0);
  expect(Number(gap['@x']) + Number(gap['@width'])).toBeCloseTo(right, 0);
  expect(picture.words).toContain('No forecast');
  expect(picture.description).toContain('No model covers some of the hours.');
  for (const { x } of [...picture.points('temperature'), ...picture.rectangles('precipitation')])
    expect(x).toBeLessThan(end);
});

it('starts at the requested time, with the requested model', async () => {
  const startMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS + 5 * HOUR_MS;
  const startTime = new Date(startMs).toISOString();
  const picture = await draw(`${POINT}&source=gfs&hours=6&startTime=${startTime}`);
  const { hourly } = await forecast(`${POINT}&source=gfs&startTime=${startTime}`);

  expect(picture.ruler('temperature')(picture.points('temperature')[0].y)).toBeCloseTo(
    hourly[0].values.temperature!,
    1,
  );
});

it('states the place, the source and the time', async () => {
  const { meta } = await forecast('place=Warsaw');
  const picture = await draw('place=Warsaw');

  expect(picture.title).toBe('Weather forecast for Warsaw, Mazovia, PL');
  expect(picture.words).toContain('Warsaw, Mazovia, PL');
  const words = picture.words.join(' ');
  expect(words).toContain(`GFS run ${meta.run!.slice(0, 10)} ${meta.run!.slice(11, 16)} UTC`);
  expect(words).toContain(meta.attribution);
  expect(words).toContain('GeoNames, CC BY 4.0');
  expect(words).toContain('Local time: Europe/Warsaw (UTC+');
});
