import { liftPressure } from '../../meteo/air/terrain-correction.js';
import { mapSeries } from '../../meteo/series.js';
import { defineMetric } from '../define-metric.js';
import { airOf } from './air-series.js';

export const PRESSURE = [
  defineMetric({
    name: 'pressureSurfaceLevel',
    title: 'Surface pressure',
    description: 'Air pressure at the ground, not reduced to sea level.',
    group: 'Air and soil',
    quantity: 'pressure',
    decimals: { metric: 1, imperial: 2 },
    needs: ['surfacePressure'],
    course: 'curve',
    derive: (source) => airOf(source).pressureSurfaceLevel,
    climatology: {
      derive({ mean, lift }) {
        const [temperatures, dewPoints] = [mean('temperature'), mean('dewPoint')];
        return mapSeries(mean('pressure'), (hectopascals, hour) =>
          liftPressure(hectopascals, temperatures[hour], dewPoints[hour], lift),
        );
      },
      cautions: ['no_daily_cycle'],
    },
    daily: ['minimum', 'maximum', 'average'],
    method: `The model's pressure at its terrain. With several models, their weighted mean. With \`elevation\`: the hydrostatic equation with the virtual temperature of the air in between, whose temperature and dew point fall with height.`,
    panel: { title: 'Pressure', chart: 'line' },
    otherNames: [
      'pressure',
      'surfacepressure',
      'grndlevel',
      'pres',
      'pressuremsl',
      'pressuresealevel',
      'sealevel',
      'sealevelpressure',
    ],
  }),
];
