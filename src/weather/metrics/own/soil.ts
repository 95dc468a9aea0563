import { mapSeries } from '../../meteo/series.js';
import { shareToPercent } from '../../meteo/units.js';
import { defineMetric } from '../define-metric.js';

export const SOIL = [
  defineMetric({
    name: 'soilMoisture',
    title: 'Soil moisture',
    description: 'Water in the top 10 cm of the soil, by volume; 0..100, null over the sea.',
    group: 'Air and soil',
    quantity: 'share',
    decimals: 0,
    needs: ['soilMoisture'],
    course: 'line',
    derive: ({ variable }) => mapSeries(variable('soilMoisture'), shareToPercent),
    daily: ['minimum', 'maximum', 'average'],
    method: `The model's water content of the top 10 cm, from grid points on land only; null if none around the location is on land.`,
    panel: { title: 'Soil moisture', chart: 'line', min: 0, max: 100 },
    otherNames: [
      'soilmoisture0to1cm',
      'soilmoisture0to7cm',
      'soilmoisture0to10cm',
      'soilmoisturevolumetric0to10',
    ],
  }),
];
