import type { Field } from '../../../api/schemas.ts';
import type { ChartColour, Series } from '../../../ui/chart/series.ts';

export interface Panel {
  title: string;
  fields: Field['name'][];
  kind: Series['kind'];
  isFromZero?: boolean;
  range?: [number, number];
}

const SHARE: [number, number] = [0, 100];

/** Metrics of one unit that belong together, each drawn as what it is: an amount of its hour, or a course. */
export const PANELS: Panel[] = [
  { title: 'Temperature', fields: ['temperature', 'temperatureApparent', 'dewPoint'], kind: 'line' },
  { title: 'Precipitation', fields: ['precipitationIntensity'], kind: 'bars', isFromZero: true },
  {
    title: 'Probabilities',
    fields: ['precipitationProbability', 'lightningProbability'],
    kind: 'line',
    range: SHARE,
  },
  { title: 'Wind', fields: ['windSpeed', 'windGust'], kind: 'line', isFromZero: true },
  { title: 'Wind direction', fields: ['windDirection'], kind: 'marks', range: [0, 360] },
  { title: 'Clouds and humidity', fields: ['cloudCover', 'humidity'], kind: 'line', range: SHARE },
  { title: 'Pressure', fields: ['pressureSurfaceLevel'], kind: 'line' },
  { title: 'Visibility', fields: ['visibility'], kind: 'line', isFromZero: true },
  { title: 'UV index', fields: ['uvIndex'], kind: 'bars', isFromZero: true },
  { title: 'New snow', fields: ['snowAccumulation'], kind: 'bars', isFromZero: true },
  { title: 'Ozone', fields: ['ozone'], kind: 'line' },
  { title: 'Soil moisture', fields: ['soilMoisture'], kind: 'line', range: SHARE },
];

export const COLOURS: ChartColour[] = ['chart-1', 'chart-2', 'chart-3', 'chart-4', 'chart-5', 'chart-6'];
