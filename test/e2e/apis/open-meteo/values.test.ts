import { beforeAll, describe, expect, it } from '@jest/globals';
import { HOUR_MS } from '../../../../src/core/time/index.js';
import { createKeyedClient, FORECAST } from '../../../support/forecast-caller.js';
import { sendRaw } from '../../../support/raw-request.js';
import { useTestApp } from '../../../support/test-app.js';
import { askOpenMeteo, type OpenMeteoBody, PLACE } from './ask-open-meteo.js';
import { publishVariedRun } from '../../../support/varied-run.js';

const app = useTestApp({ DEFAULT_RATE_LIMITS: 'day=1000', MODELS: 'gfs' });
let key: string;
let run: Date;
beforeAll(async () => {
  run = await publishVariedRun(app());
  ({ key } = await createKeyedClient(app()));
});

const local = (hours: number) => new Date(run.getTime() + hours * HOUR_MS).toISOString().slice(0, 16);
const ask = async (query: string) => {
  const { status, body } = await askOpenMeteo(app(), key, `${PLACE}&${query}`);
  expect([query, status, body]).toEqual([query, 200, body]);
  return body;
};

interface OwnBody {
  data: { timelines: { hourly: { time: string; values: Record<string, number> }[] } };
}

/** By variable: the service's metric, the conversion to the variable's unit, and the precision in both APIs. */
const CONVERSIONS: Record<
  string,
  [metric: string, convert: (value: number) => number, places: [number, number]]
> = {
  temperature_2m: ['temperature', (v) => v, [0.1, 0.1]],
  dew_point_2m: ['dewPoint', (v) => v, [0.1, 0.1]],
  apparent_temperature: ['temperatureApparent', (v) => v, [0.1, 0.1]],
  relative_humidity_2m: ['humidity', (v) => v, [1, 1]],
  surface_pressure: ['pressureSurfaceLevel', (v) => v, [0.1, 0.1]],
  cloud_cover: ['cloudCover', (v) => v, [1, 1]],
  visibility: ['visibility', (v) => v * 1000, [100, 0.01]],
  wind_speed_10m: ['windSpeed', (v) => v * 3.6, [0.36, 0.1]],
  wind_gusts_10m: ['windGust', (v) => v * 3.6, [0.36, 0.1]],
  wind_direction_10m: ['windDirection', (v) => v, [1, 1]],
  uv_index: ['uvIndex', (v) => v, [1, 0.01]],
};
/** Amounts and probabilities of the preceding hour. */
const AMOUNTS: typeof CONVERSIONS = {
  precipitation: ['precipitationIntensity', (v) => v, [0.01, 0.01]],
  snowfall: ['snowAccumulation', (v) => v / 10, [0.01, 0.01]],
  precipitation_probability: ['precipitationProbability', (v) => v, [1, 1]],
};

describe('hourly', () => {
  const variables = { ...CONVERSIONS, ...AMOUNTS };
  let theirs: OpenMeteoBody;
  let ours: OwnBody;
  beforeAll(async () => {
    theirs = await ask(
      `hourly=${Object.keys(variables).join()}&start_hour=${local(2)}&end_hour=${local(61)}`,
    );
    const fields = Object.values(variables).map(([metric]) => metric);
    const span = `startTime=${local(1)}:00Z&endTime=${local(62)}:00Z`;
    const { body } = await sendRaw<OwnBody>(app().url, {
      path: `${FORECAST}?lat=52.2297&lon=21.0122&${span}&fields=${fields.join()}`,
      headers: { apikey: key },
    });
    ours = body;
  });

  it.each(Object.entries(variables))(
    "%s is the service's value in its unit",
    (name, [metric, convert, [own, other]]) => {
      const entries = ours.data.timelines.hourly.slice(name in AMOUNTS ? 0 : 1).slice(0, 60);
      expect(theirs.hourly.time).toHaveLength(60);
      theirs.hourly[name].forEach((value, i) => {
        const expected = convert(entries[i].values[metric]);
        expect(Math.abs(Number(value) - expected)).toBeLessThanOrEqual((own + other) / 2 + 1e-6);
      });
      expect(new Set(theirs.hourly[name]).size).toBeGreaterThan(1);
    },
  );

  it('has the hours in local time', () => {
    expect([theirs.hourly.time[0], theirs.hourly.time[59]]).toEqual([local(2), local(61)]);
  });

  it('has rain and snow that add up to the precipitation, and matching weather codes', async () => {
    const { hourly } = await ask(
      `hourly=precipitation,rain,snowfall,weather_code&start_hour=${local(2)}&end_hour=${local(61)}`,
    );
    const [wet, snowy] = [new Set<unknown>(), new Set<unknown>()];
    hourly.precipitation.forEach((value, i) => {
      const [mm, rain, snow, code] = [value, hourly.rain[i], hourly.snowfall[i], hourly.weather_code[i]].map(
        Number,
      );
      expect(rain).toBeLessThanOrEqual(mm);
      if (snow === 0) expect(rain).toBe(mm);
      if (mm >= 0.1) expect(code).toBeGreaterThanOrEqual(51);
      if (mm === 0) expect(code).toBeLessThanOrEqual(45);
      (snow > 0 ? snowy : wet).add(code);
    });
    expect([...snowy].some((code) => Number(code) >= 71)).toBe(true);
    expect([...wet].some((code) => Number(code) >= 51 && Number(code) <= 65)).toBe(true);
  });

  it('converts to the requested units', async () => {
    const span = `start_hour=${local(2)}&end_hour=${local(20)}`;
    const variablesOf = 'hourly=temperature_2m,windspeed_10m,precipitation,snowfall,visibility';
    const metric = await ask(`${variablesOf}&${span}&wind_speed_unit=ms`);
    const other = await ask(
      `${variablesOf}&${span}&temperature_unit=fahrenheit&windspeed_unit=kn&precipitation_unit=inch`,
    );
    expect(metric.hourly_units).toEqual({
      time: 'iso8601',
      temperature_2m: '°C',
      windspeed_10m: 'm/s',
      precipitation: 'mm',
      snowfall: 'cm',
      visibility: 'm',
    });
    expect(other.hourly_units).toEqual({
      time: 'iso8601',
      temperature_2m: '°F',
      windspeed_10m: 'kn',
      precipitation: 'inch',
      snowfall: 'inch',
      visibility: 'ft',
    });
    const near = (name: string, convert: (value: number) => number, error: number) =>
      metric.hourly[name].forEach((value, i) => {
        expect(Math.abs(Number(other.hourly[name][i]) - convert(Number(value)))).toBeLessThanOrEqual(
          error + 1e-6,
        );
      });
    near('temperature_2m', (celsius) => celsius * 1.8 + 32, 0.14);
    near('windspeed_10m', (speed) => speed / 0.514444, 0.06);
    near('precipitation', (mm) => mm / 25.4, 0.0008);
    near('snowfall', (cm) => cm / 2.54, 0.0025);
    near('visibility', (metres) => metres / 0.3048, 0.025);
  });
});

describe('daily', () => {
  const hourly =
    'temperature_2m,precipitation,rain,snowfall,weather_code,wind_speed_10m,wind_direction_10m,wind_gusts_10m,precipitation_probability,cloud_cover';
  const daily =
    'temperature_2m_max,temperature_2m_min,temperature_2m_mean,precipitation_sum,rain_sum,snowfall_sum,precipitation_hours,weather_code,wind_speed_10m_max,windgusts_10m_max,wind_direction_10m_dominant,precipitation_probability_max,cloud_cover_mean';
  let body: OpenMeteoBody;
  beforeAll(async () => {
    body = await ask(
      `hourly=${hourly}&daily=${daily}&timezone=Asia/Tokyo&past_days=1&forecast_days=3&wind_speed_unit=ms`,
    );
  });

  const hoursOf = (day: number, name: string) => body.hourly[name].slice(24 * day, 24 * day + 24);
  const each = (name: string, measure: (day: number) => number | null, error: number) =>
    body.daily.time.forEach((_, day) => {
      const expected = measure(day);
      const value = body.daily[name][day];
      if (expected === null) expect([name, day, value]).toEqual([name, day, null]);
      else expect(Math.abs(Number(value) - expected)).toBeLessThanOrEqual(error + 1e-6);
    });
  const of =
    (name: string, measure: (values: number[]) => number) =>
    (day: number): number | null => {
      const values = hoursOf(day, name);
      return values.includes(null) ? null : measure(values.map(Number));
    };
  /** Ignores hours without a value. */
  const extreme =
    (name: string, measure: (...values: number[]) => number) =>
    (day: number): number | null => {
      const values = hoursOf(day, name).filter((value) => value !== null);
      return values.length === 0 ? null : measure(...values.map(Number));
    };
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  const mean = (values: number[]) => sum(values) / values.length;

  it('has four local days, with hours from midnight', () => {
    expect(body.daily.time).toHaveLength(4);
    expect(body.hourly.time).toHaveLength(96);
    body.daily.time.forEach((date, day) => expect(body.hourly.time[24 * day]).toBe(`${date}T00:00`));
    expect(body).toMatchObject({
      timezone: 'Asia/Tokyo',
      utc_offset_seconds: 32_400,
      timezone_abbreviation: 'GMT+9',
    });
    expect(hoursOf(2, 'temperature_2m')).not.toContain(null);
    expect(hoursOf(0, 'temperature_2m')[0]).toBeNull();
  });

  it('has extremes and means over the hours', () => {
    each('temperature_2m_max', extreme('temperature_2m', Math.max), 0);
    each('temperature_2m_min', extreme('temperature_2m', Math.min), 0);
    each('temperature_2m_mean', of('temperature_2m', mean), 0.1);
    each('cloud_cover_mean', of('cloud_cover', mean), 1);
    each('wind_speed_10m_max', extreme('wind_speed_10m', Math.max), 0);
    each('windgusts_10m_max', extreme('wind_gusts_10m', Math.max), 0);
    each('precipitation_probability_max', extreme('precipitation_probability', Math.max), 0);
    each('weather_code', extreme('weather_code', Math.max), 0);
  });

  it('has sums over the hours', () => {
    each('precipitation_sum', of('precipitation', sum), 24 * 0.005 + 0.005);
    each('rain_sum', of('rain', sum), 24 * 0.005 + 0.005);
    each('snowfall_sum', of('snowfall', sum), 24 * 0.005 + 0.005);
    each(
      'precipitation_hours',
      of('precipitation', (values) => values.filter((mm) => mm > 0).length),
      0,
    );
  });

  it('has the direction of the average wind', () => {
    body.daily.time.forEach((_, day) => {
      const speeds = hoursOf(day, 'wind_speed_10m');
      const degrees = hoursOf(day, 'wind_direction_10m');
      if (speeds.includes(null)) {
        expect(body.daily.wind_direction_10m_dominant[day]).toBeNull();
        return;
      }
      const along = (part: (radians: number) => number) =>
        sum(speeds.map((speed, i) => Number(speed) * part((Number(degrees[i]) / 180) * Math.PI)));
      const [east, north] = [along(Math.sin), along(Math.cos)];
      const expected = (Math.atan2(east, north) / Math.PI) * 180;
      const turn = Math.abs(Number(body.daily.wind_direction_10m_dominant[day]) - expected) % 360;
      // Rounding of the hourly wind turns a weak average wind more than a strong one.
      const rounding = sum(speeds.map((speed) => 0.05 + Number(speed) * ((0.5 / 180) * Math.PI)));
      const strength = Math.hypot(east, north);
      const error = (Math.asin(Math.min(1, rounding / strength)) / Math.PI) * 180;
      expect(Math.min(turn, 360 - turn)).toBeLessThanOrEqual(error + 0.5);
    });
  });
});

it('has sunrise and sunset of the local day, and midnights in polar night and day', async () => {
  const days = 'daily=sunrise,sunset,daylight_duration&forecast_days=1&timezone=auto';
  const { daily } = await ask(days);
  const [sunrise, sunset] = [String(daily.sunrise[0]), String(daily.sunset[0])];
  expect([sunrise.slice(0, 10), sunset.slice(0, 10)]).toEqual([daily.time[0], daily.time[0]]);
  const seconds = (Date.parse(`${sunset}Z`) - Date.parse(`${sunrise}Z`)) / 1000;
  expect(Math.abs(Number(daily.daylight_duration[0]) - seconds)).toBeLessThanOrEqual(60);
  const poles = await askOpenMeteo<OpenMeteoBody[]>(app(), key, `latitude=90,-90&longitude=0,0&${days}`);
  for (const { daily: pole } of poles.body) {
    const [rise, set] = [pole.sunrise[0], pole.sunset[0]].map(String);
    expect(rise).toBe(`${String(pole.time[0])}T00:00`);
    expect(set.slice(10)).toBe('T00:00');
    const up = (Date.parse(`${set}Z`) - Date.parse(`${rise}Z`)) / 1000;
    expect([0, 86_400]).toContain(up);
    expect(pole.daylight_duration[0]).toBe(up);
  }
});

it('divides the rain of an hour among its quarters, also where it is part of snow', async () => {
  const variables = 'precipitation,rain,snowfall';
  const span = `start_hour=${local(2)}&end_hour=${local(61)}`;
  const { hourly } = await ask(`hourly=${variables}&${span}`);
  const { minutely_15 } = await ask(
    `minutely_15=${variables}&start_minutely_15=${local(2)}&end_minutely_15=${local(61)}`,
  );
  let ofSnow = 0;
  hourly.time.slice(1).forEach((time, i) => {
    const quarter = minutely_15.time.indexOf(time);
    const sum = minutely_15.rain
      .slice(quarter - 3, quarter + 1)
      .reduce<number>((total, mm) => total + Number(mm), 0);
    if (hourly.snowfall[i + 1] !== 0) ofSnow++;
    expect([time, Math.abs(sum - Number(hourly.rain[i + 1])) <= 5 * 0.005 + 1e-9]).toEqual([time, true]);
  });
  expect(ofSnow).toBeGreaterThan(10);
});

it('interpolates the current quarter-hour and those around it between the hours', async () => {
  const { current, minutely_15 } = await ask(
    'current=temperature_2m,precipitation,is_day&minutely_15=temperature_2m,precipitation&forecast_minutely_15=8&past_minutely_15=4',
  );
  expect(current).toMatchObject({ interval: 900 });
  const now = minutely_15.time.indexOf(current.time);
  expect(minutely_15.time).toHaveLength(12);
  expect([minutely_15.temperature_2m[now], minutely_15.precipitation[now]]).toEqual([
    current.temperature_2m,
    current.precipitation,
  ]);
  const { hourly } = await ask(
    `hourly=temperature_2m,precipitation&start_hour=${String(minutely_15.time[0])}&end_hour=${String(minutely_15.time[11])}`,
  );
  for (const [i, time] of hourly.time.entries()) {
    const quarter = minutely_15.time.indexOf(time);
    if (quarter < 0) continue;
    expect(minutely_15.temperature_2m[quarter]).toBe(hourly.temperature_2m[i]);
    if (quarter < 3) continue;
    const quarters = minutely_15.precipitation.slice(quarter - 3, quarter + 1).map(Number);
    expect(
      Math.abs(quarters.reduce((total, mm) => total + mm, 0) - Number(hourly.precipitation[i])),
    ).toBeLessThan(0.03);
  }
});

it.each(['precipitation', 'rain', 'snowfall'])(
  'has the %s of each quarter-hour, which add up to that of the hour',
  async (name) => {
    const variables = `${name},precipitation,snowfall`;
    const { hourly, minutely_15 } = await ask(
      `hourly=${variables}&minutely_15=${variables}&start_hour=${local(2)}&end_hour=${local(61)}&start_minutely_15=${local(1)}&end_minutely_15=${local(61)}`,
    );
    let most = 0;
    hourly.time.forEach((time, i) => {
      const end = minutely_15.time.indexOf(time) + 1;
      const quarters = (one: string) => minutely_15[one].slice(end - 4, end).map(Number);
      // How much of an amount is snow changes within the hour.
      if (name === 'rain' && quarters('snowfall').some((centimetres) => centimetres > 0)) return;
      const sum = quarters(name).reduce((total, amount) => total + amount, 0);
      expect([time, Math.abs(sum - Number(hourly[name][i])) < 0.03]).toEqual([time, true]);
      most = Math.max(most, sum);
    });
    expect(most).toBeGreaterThan(0.5);
  },
);
