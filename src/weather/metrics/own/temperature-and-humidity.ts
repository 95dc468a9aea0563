import { apparentTemperature } from '../../meteo/air/apparent-temperature.js';
import { relativeHumidity } from '../../meteo/air/humidity.js';
import { LAPSE_RATE_K_PER_M, liftTemperature } from '../../meteo/air/terrain-correction.js';
import { mapSeries } from '../../meteo/series.js';
import { kelvinToCelsius } from '../../meteo/units.js';
import { defineMetric } from '../define-metric.js';
import type { MetricPanel } from '../metric.schema.js';
import { airOf } from './air-series.js';
import { CLOUDS_AND_HUMIDITY } from './panels.js';

const group = 'Temperature and humidity';
const degrees = { quantity: 'temperature', decimals: 1 } as const;
const panel: MetricPanel = { title: 'Temperature', chart: 'line' };
const lapse = LAPSE_RATE_K_PER_M * 1000;

export const TEMPERATURE_AND_HUMIDITY = [
  defineMetric({
    name: 'temperature',
    title: 'Temperature',
    description: 'Air temperature 2 m above the ground.',
    group,
    ...degrees,
    needs: ['temperature2m'],
    course: 'curve',
    derive: (source) => airOf(source).temperature,
    climatology: {
      derive: ({ mean, lift }) => mapSeries(mean('temperature'), (celsius) => liftTemperature(celsius, lift)),
      cautions: ['no_daily_cycle'],
    },
    daily: ['minimum', 'maximum', 'average'],
    method: `The model's temperature at 2 m. With several models, their weighted mean. With \`source=auto\`, corrected by stations nearby. With \`elevation\`: ${lapse} K colder per kilometer above the model's terrain.`,
    panel,
    otherNames: ['temp', 'tmp', 'temperature2m', 'airtemperature', 't2m'],
  }),
  defineMetric({
    name: 'temperatureApparent',
    title: 'Apparent temperature',
    description: 'How warm it feels 2 m above the ground, from temperature, humidity and wind.',
    group,
    ...degrees,
    needs: [
      ['temperature2m', 'apparentTemperature2m'],
      ['apparentTemperature2m', 'relativeHumidity2m', 'dewPoint2m'],
      ['apparentTemperature2m', 'windU10m'],
    ],
    course: 'curve',
    derive: ({ variable }) => mapSeries(variable('apparentTemperature2m'), kelvinToCelsius),
    climatology: {
      derive({ metric }) {
        const humidity = metric('humidity');
        return mapSeries(metric('temperature'), (celsius, hour) =>
          apparentTemperature(celsius, humidity[hour], 0),
        );
      },
      cautions: ['no_daily_cycle', 'still_air'],
      cautionOfGaps: 'implausible_humidity',
    },
    daily: ['minimum', 'maximum', 'average'],
    method: `The model's own value, if only one has the hour. With several models, or if it has none: T + 0.33 e − 0.70 v − 4.00 (Steadman), with the vapor pressure e in hPa and the wind v in m/s. With \`elevation\`, it changes by this formula.`,
    panel,
    otherNames: ['apparenttemperature', 'feelslike', 'feelsliketemperature', 'heatindex', 'windchill'],
  }),
  defineMetric({
    name: 'dewPoint',
    title: 'Dew point',
    description: 'The temperature to which the air 2 m above the ground must cool for dew to form.',
    group,
    ...degrees,
    needs: ['temperature2m', ['dewPoint2m', 'relativeHumidity2m']],
    // It is interpolated separately, and must not exceed the temperature.
    course({ metric, curve, hourly }) {
      const temperatures = metric('temperature');
      return mapSeries(curve(hourly.metric('dewPoint')), (dewPoint, i) =>
        dewPoint > temperatures[i] ? temperatures[i] : dewPoint,
      );
    },
    derive: ({ variable, metric }) => {
      // Dew point and temperature may come from different models.
      const temperatures = metric('temperature');
      return mapSeries(variable('dewPoint2m'), (kelvin, i) =>
        Math.min(kelvinToCelsius(kelvin), temperatures[i]),
      );
    },
    climatology: {
      // The means of temperature and dew point are separate data, which must not contradict each other.
      derive({ mean, metric, lift }) {
        const temperatures = metric('temperature');
        return mapSeries(mean('dewPoint'), (celsius, hour) =>
          Math.min(liftTemperature(celsius, lift), temperatures[hour]),
        );
      },
      cautions: ['no_daily_cycle'],
      cautionOfGaps: 'implausible_humidity',
    },
    daily: ['minimum', 'maximum', 'average'],
    method: `The model's value, or from temperature and humidity (Magnus, 17.625 and 243.04 °C) if it has none. With several models, their weighted mean. With \`source=auto\`, corrected by stations nearby. With \`elevation\`, it falls like the temperature. Never above the temperature.`,
    panel,
    otherNames: ['dewpoint2m', 'dewpt', 'dpt'],
  }),
  defineMetric({
    name: 'humidity',
    title: 'Relative humidity',
    description: 'Relative humidity 2 m above the ground; 0..100.',
    group,
    quantity: 'share',
    decimals: 0,
    needs: [
      ['relativeHumidity2m', 'temperature2m'],
      ['relativeHumidity2m', 'dewPoint2m'],
    ],
    course: 'curve',
    derive: ({ variable }) => variable('relativeHumidity2m'),
    climatology: {
      derive({ metric }) {
        const dewPoints = metric('dewPoint');
        return mapSeries(metric('temperature'), (celsius, hour) =>
          relativeHumidity(celsius, dewPoints[hour]),
        );
      },
      cautions: ['no_daily_cycle'],
      cautionOfGaps: 'implausible_humidity',
    },
    daily: ['minimum', 'maximum', 'average'],
    method: `The model's own value, if only one has the hour; where temperature and dew point are corrected, it changes by as much as the formula. With several models, or if it has none: from temperature and dew point (Magnus, as for the dew point). With \`elevation\`, it changes with the vapor pressures of dew point and temperature.`,
    panel: CLOUDS_AND_HUMIDITY,
    otherNames: ['relativehumidity', 'relativehumidity2m', 'rh', 'rhum'],
  }),
];
