import { beforeAll, describe, expect, it } from '@jest/globals';
import { HOUR_MS } from '../../../../src/core/time/index.js';
import { createKeyedClient, FORECAST } from '../../../support/forecast-caller.js';
import { sendRaw } from '../../../support/raw-request.js';
import { useTestApp } from '../../../support/test-app.js';
import { publishVariedRun } from '../../../support/varied-run.js';
import { askTomorrowIo, LOCATION, postTimelines, TIMELINES, type Values } from './ask-tomorrow-io.js';

// The service's own values are tested in test/unit and test/pipeline. Here, the values derived from them are compared
// with them.

const app = useTestApp({ DEFAULT_RATE_LIMITS: 'day=1000', MODELS: 'gfs' });
let key: string;
let run: Date;
beforeAll(async () => {
  run = await publishVariedRun(app());
  ({ key } = await createKeyedClient(app()));
});

const at = (hours: number) => `${new Date(run.getTime() + hours * HOUR_MS).toISOString().slice(0, 19)}Z`;

interface OwnBody {
  data: { timelines: Record<'hourly' | 'daily', { time: string; values: Record<string, number> }[]> };
}

async function ours(query: string): Promise<OwnBody['data']['timelines']> {
  const { body } = await sendRaw<OwnBody>(app().url, {
    path: `${FORECAST}?lat=52.2297&lon=21.0122&${query}`,
    headers: { apikey: key },
  });
  return body.data.timelines;
}

async function theirs(query: string): Promise<{ startTime: string; values: Values }[]> {
  const { status, body } = await askTomorrowIo(app(), key, TIMELINES, `${LOCATION}&${query}`);
  expect([query, status, body]).toEqual([query, 200, body]);
  return body.data.timelines[0].intervals;
}

/** By field: the service's metric, and half a unit of the last place in both APIs. */
const SAME: Record<string, [metric: string, tolerance: number]> = {
  temperature: ['temperature', 0],
  temperatureApparent: ['temperatureApparent', 0],
  dewPoint: ['dewPoint', 0],
  humidity: ['humidity', 0],
  windSpeed: ['windSpeed', 0],
  windGust: ['windGust', 0],
  windDirection: ['windDirection', 0],
  pressureSurfaceLevel: ['pressureSurfaceLevel', 0.055],
  precipitationIntensity: ['precipitationIntensity', 0],
  precipitationProbability: ['precipitationProbability', 0],
  cloudCover: ['cloudCover', 0],
  visibility: ['visibility', 0.055],
  uvIndex: ['uvIndex', 0],
  weatherCode: ['weatherCode', 0],
  snowAccumulation: ['snowAccumulation', 0.055],
};

describe('hours', () => {
  const span = () => `startTime=${at(2)}&endTime=${at(61)}`;

  it.each(['metric', 'imperial'])("have the service's values in %s units", async (units) => {
    const metrics = Object.values(SAME).map(([metric]) => metric);
    const { hourly } = await ours(
      `startTime=${at(2)}&endTime=${at(62)}&units=${units}&fields=${metrics.join()}`,
    );
    const entries = await theirs(`${span()}&units=${units}&fields=${Object.keys(SAME).join()}`);
    expect(entries.map(({ startTime }) => startTime)).toEqual(hourly.map(({ time }) => time));
    for (const [field, [metric, tolerance]] of Object.entries(SAME)) {
      entries.forEach(({ values }, i) => {
        const difference = Math.abs(Number(values[field]) - hourly[i].values[metric]);
        expect([field, difference <= tolerance + 1e-9]).toEqual([field, true]);
      });
      // In winter, the UV index may be 0 all day.
      if (field === 'uvIndex') continue;
      expect(new Set(entries.map(({ values }) => values[field])).size).toBeGreaterThan(1);
    }
  });

  it('divide precipitation into its forms', async () => {
    const forms = ['rainIntensity', 'snowIntensity', 'freezingRainIntensity', 'sleetIntensity'];
    const fields = [...forms, 'precipitationIntensity', 'precipitationType', 'weatherCode'].join();
    const entries = await theirs(`${span()}&fields=${fields}`);
    const types = new Set<unknown>();
    for (const { values } of entries) {
      const shares = forms.map((name) => Number(values[name]));
      const sum = shares.reduce((total, share) => total + share, 0);
      expect(Math.abs(sum - Number(values.precipitationIntensity))).toBeLessThanOrEqual(0.02 + 1e-9);
      types.add(values.precipitationType);
      const thousands = Math.floor(Number(values.weatherCode) / 1000);
      if (thousands < 8) expect(values.precipitationType).toBe(Math.max(0, thousands - 3));
      // Tomorrow.io's codes begin with 4 for rain, 5 for snow, 6 for freezing rain and 7 for ice pellets.
      const family = {
        4: 'rainIntensity',
        5: 'snowIntensity',
        6: 'freezingRainIntensity',
        7: 'sleetIntensity',
      };
      const form = family[Math.floor(Number(values.weatherCode) / 1000) as keyof typeof family];
      if (form) expect([form, Number(values[form]) > 0]).toEqual([form, true]);
    }
    expect([...types].sort()).toEqual(expect.arrayContaining([0, 1, 2]));
  });

  it('have amounts for the length of the step', async () => {
    const rates = 'rainIntensity,rainAccumulation,snowAccumulation,snowAccumulationLwe';
    const start = `startTime=${at(5)}&endTime=${at(7)}`;
    const hours = await theirs(`${start}&timesteps=1h&fields=${rates}`);
    const quarters = await theirs(`${start}&timesteps=15m&fields=${rates}`);
    hours.slice(0, 2).forEach((hour, i) => {
      const ofHour = quarters.slice(4 * i, 4 * i + 4);
      for (const name of ['rainAccumulation', 'snowAccumulation', 'snowAccumulationLwe']) {
        const sum = ofHour.reduce((total, { values }) => total + Number(values[name]), 0);
        expect(Math.abs(sum - Number(hour.values[name]))).toBeLessThanOrEqual(0.025 + 1e-9);
      }
      for (const { values } of ofHour) expect(values.rainIntensity).toBe(hour.values.rainIntensity);
    });
    expect(hours[1].values).not.toEqual(hours[0].values);
  });

  it('have the WHO category of the UV index', async () => {
    const location = 'location=-10,20&fields=uvIndex,uvHealthConcern';
    const { body } = await askTomorrowIo(app(), key, TIMELINES, location);
    const categories = [0, 0, 0, 1, 1, 1, 2, 2, 3, 3, 3];
    const seen = new Set<unknown>();
    for (const { values } of body.data.timelines[0].intervals) {
      if (values.uvIndex === null) continue;
      expect(values.uvHealthConcern).toBe(categories[Number(values.uvIndex)] ?? 4);
      seen.add(values.uvHealthConcern);
    }
    expect(seen.size).toBeGreaterThan(2);
  });
});

describe('days', () => {
  it('are aggregated from their hours', async () => {
    const zone = 'timezone=UTC&dailyStartHour=0';
    const fields =
      'temperature,temperatureMax,temperatureMin,temperatureAvg,rainAccumulationSum,windSpeedMax';
    const [, day] = await theirs(
      `${zone}&timesteps=1d&fields=${fields},weatherCode,weatherCodeMax,windDirection`,
    );
    const end = new Date(Date.parse(day.startTime) + 23 * HOUR_MS).toISOString();
    const hours = await theirs(
      `startTime=${day.startTime}&endTime=${end}&fields=temperature,rainAccumulation,windSpeed`,
    );
    const temperatures = hours.map(({ values }) => Number(values.temperature));
    expect(hours).toHaveLength(24);
    expect(day.values.temperatureMax).toBe(Math.max(...temperatures));
    expect(day.values.temperature).toBe(day.values.temperatureMax);
    expect(day.values.temperatureMin).toBe(Math.min(...temperatures));
    const mean = temperatures.reduce((sum, value) => sum + value, 0) / 24;
    expect(Math.abs(Number(day.values.temperatureAvg) - mean)).toBeLessThanOrEqual(0.1 + 1e-9);
    const rain = hours.reduce((sum, { values }) => sum + Number(values.rainAccumulation), 0);
    expect(Math.abs(Number(day.values.rainAccumulationSum) - rain)).toBeLessThanOrEqual(24 * 0.005 + 0.01);
    expect(day.values.windSpeedMax).toBe(Math.max(...hours.map(({ values }) => Number(values.windSpeed))));
    const { daily } = await ours(
      `timelines=daily&startTime=${day.startTime}&fields=weatherCode,windDirection&timezone=UTC`,
    );
    expect(day.values.weatherCode).toBe(daily[0].values.weatherCode);
    expect(day.values.weatherCodeMax).toBe(daily[0].values.weatherCode);
    expect(day.values.windDirection).toBe(daily[0].values.windDirectionAvg);
  });

  it('have the sunrise and sunset of the local day', async () => {
    const [, day] = await theirs('timesteps=1d&fields=sunriseTime,sunsetTime,moonriseTime,moonPhase');
    const { daily } = await ours(
      `timelines=daily&startTime=${day.startTime}&fields=temperature&timezone=Europe/Warsaw`,
    );
    expect(day.values).toEqual({
      sunriseTime: daily[0].values.sunriseTime,
      sunsetTime: daily[0].values.sunsetTime,
      moonriseTime: null,
      moonPhase: null,
    });
  });
});

describe('what no run covers', () => {
  it('is null, never climatology', async () => {
    const entries = await theirs('fields=temperature,temperatureMax,rainAccumulation&startTime=nowMinus2h');
    expect(entries).toHaveLength(360);
    expect(entries[0].values).toEqual({ temperature: null, temperatureMax: null, rainAccumulation: null });
    expect(entries[5].values.temperature).not.toBeNull();
    expect(entries.slice(75).every(({ values }) => values.temperature === null)).toBe(true);
    const days = await theirs('timesteps=1d&fields=temperature,temperatureAvg,rainAccumulationSum');
    expect(days.at(-1)!.values).toEqual({
      temperature: null,
      temperatureAvg: null,
      rainAccumulationSum: null,
    });
  });

  it('is null for fields that the service has no metric for', async () => {
    const fields = [
      'cloudBase',
      'treeIndex',
      'epaIndex',
      'pollutantO3',
      'solarGHI',
      'fireIndex',
      'moonPhase',
    ];
    const { body } = await postTimelines(app(), key, { location: '1,2', timesteps: ['current'], fields });
    const [{ values }] = body.data.timelines[0].intervals;
    expect(values).toEqual(Object.fromEntries(fields.map((name) => [name, null])));
  });
});
