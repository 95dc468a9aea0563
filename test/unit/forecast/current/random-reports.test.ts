import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';
import { relativeHumidity, weatherCode, wetBulb } from '../../../../src/weather/meteo/index.js';
import { DRY_CODES } from '../../../../src/weather/metrics/index.js';
import { describeWithPython } from '../../../support/describe-with-python.js';
import { generator } from '../../../support/random.js';
import { type Case, combined, type Values } from './combined-case.js';

const PROGRAM = fileURLToPath(new URL('combine.py', import.meta.url));

/** As `observe` derives it from the report's rounded values. */
const codeSeen = ({ weatherCode: code }: Values, cloudCover: number | null, visibility: number | null) =>
  DRY_CODES.has(code) ? dryCode(cloudCover!, visibility!) : code;

const random = generator(33);
const between = (least: number, most: number) => least + (most - least) * random();
const rounded = (value: number, decimals = 1) => Math.round(value * 10 ** decimals) / 10 ** decimals;
const maybe = (value: number) => (random() < 0.15 ? null : value);

function randomModel(): Values {
  const temperature = between(-15, 30);
  const dewPoint = temperature - between(0, 12);
  const windSpeed = between(0, 12);
  const [cloudCover, visibility] = [between(0, 100), between(0.2, 24.1)];
  const isWet = random() < 0.4;
  const intensity = isWet ? between(0.1, 12) : 0;
  const type = temperature < -1 ? 'snow' : temperature < 0.5 ? 'freezingRain' : 'rain';
  return {
    temperature,
    dewPoint,
    humidity: relativeHumidity(temperature, dewPoint),
    temperatureApparent: temperature - 2,
    windSpeed,
    windDirection: between(0, 359),
    windGust: windSpeed + between(0, 10),
    pressureSurfaceLevel: between(950, 1030),
    cloudCover,
    visibility,
    precipitationIntensity: intensity,
    precipitationProbability: isWet ? between(50, 100) : between(0, 49),
    snowAccumulation: isWet && type === 'snow' ? intensity * 10 : 0,
    lightningProbability: 0,
    weatherCode: weatherCode({ intensity, type, lightningProbability: 0, cloudCover, visibility }),
  };
}

const dryCode = (cloudCover: number, visibility: number) =>
  weatherCode({ intensity: 0, type: 'rain', lightningProbability: 0, cloudCover, visibility });

function randomCase(): Case {
  const [model, there, weather] = [randomModel(), randomModel(), randomModel()];
  const temperature = rounded(there.temperature + between(-8, 8));
  const windSpeed = random() < 0.1 ? 0 : rounded(between(0, 15));
  const [cloudCover, visibility] = [
    maybe(rounded(weather.cloudCover, 0)),
    maybe(rounded(weather.visibility)),
  ];
  // Stations are only certain that it is dry if they see the sky.
  const isUncertain = DRY_CODES.has(weather.weatherCode) && (cloudCover === null || visibility === null);
  return {
    model,
    there,
    report: {
      temperature: maybe(temperature),
      dewPoint: maybe(rounded(temperature - between(0, 10))),
      windSpeed: maybe(windSpeed),
      windDirection: windSpeed === 0 ? null : maybe(rounded(between(0, 359), 0)),
      windGust: random() < 0.3 ? rounded(windSpeed + between(0, 8)) : null,
      pressureSurfaceLevel: maybe(rounded(between(950, 1030))),
      cloudCover,
      visibility,
      weatherCode: isUncertain || random() < 0.3 ? null : codeSeen(weather, cloudCover, visibility),
    },
    km: random() < 0.3 ? between(0, 3) : between(0, 100),
    minutes: Math.floor(between(0, 91)),
    rise: random() < 0.5 ? between(-40, 40) : between(-300, 300),
  };
}

describeWithPython('an independent program', () => {
  it('has the same values and origins in 2,000 cases', () => {
    const cases = Array.from({ length: 2000 }, randomCase);
    const { stdout, stderr } = spawnSync('python3', [PROGRAM], {
      input: cases.map((one) => JSON.stringify(one)).join('\n'),
      encoding: 'utf8',
      maxBuffer: 64e6,
    });
    expect(stderr).toBe('');
    const expected = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, [number, string]>);
    expect(expected).toHaveLength(cases.length);
    const different = expected.flatMap((values, i) => {
      const ours = combined(cases[i]);
      return Object.entries(values).flatMap(([name, [value, origin]]) => {
        const made = ours.get(name);
        const off = name === 'windDirection' ? ((made.value - value + 540) % 360) - 180 : made.value - value;
        return made.origin === origin && Math.abs(off) < 1e-6 ? [] : [{ i, name, made, value, origin }];
      });
    });
    expect(different).toEqual([]);
  });
});

it('never contradicts itself', () => {
  const contradictions = Array.from({ length: 10_000 }, randomCase).flatMap((one) => {
    const values = combined(one);
    const at = (name: string) => values.get(name).value;
    const [temperature, dewPoint, code] = [at('temperature'), at('dewPoint'), at('weatherCode')];
    const isDry = DRY_CODES.has(code);
    const kind = Math.floor(code / 1000);
    const wet = wetBulb(temperature, at('humidity'), at('pressureSurfaceLevel'));
    const isReported = values.get('weatherCode').origin === 'observed';
    return [
      dewPoint > temperature && 'dew point',
      at('windGust') < at('windSpeed') && 'gust',
      at('windSpeed') < 0 && 'speed',
      Math.abs(at('humidity') - relativeHumidity(temperature, dewPoint)) > 1e-6 && 'humidity',
      isDry && at('precipitationIntensity') > 0 && 'dry code, wet hour',
      !isDry && at('precipitationIntensity') === 0 && 'wet code, dry hour',
      !isReported && kind === 5 && wet >= 2 && 'warm snow',
      !isReported && (kind === 6 || kind === 7) && temperature > 1 && 'warm ice',
      kind === 4 && at('snowAccumulation') > 0 && 'rain with snow',
      isDry && code !== dryCode(at('cloudCover'), at('visibility')) && 'sky',
    ].filter((fault) => fault !== false);
  });
  expect(contradictions).toEqual([]);
});
