import { defineMetric } from 'weather-forecast-service';

/** kPa over water, for a temperature in °C (FAO Irrigation and Drainage Paper 56, equation 11). */
const saturation = (celsius: number) => 0.6108 * Math.exp((17.27 * celsius) / (celsius + 237.3));

export const vapourPressureDeficit = defineMetric({
  name: 'vapourPressureDeficit',
  title: 'Vapor pressure deficit',
  description: 'How much more water vapor the air 2 m above the ground could hold.',
  group: 'Temperature and humidity',
  quantity: { metric: 'kPa', imperial: 'inHg', toImperial: (kilopascals) => kilopascals / 3.386389 },
  decimals: 2,
  needs: ['temperature2m', 'relativeHumidity2m'],
  course: 'curve',
  derive({ metric }) {
    const humidity = metric('humidity');
    return metric('temperature').map((celsius, hour) => saturation(celsius) * (1 - humidity[hour] / 100));
  },
  daily: ['minimum', 'maximum', 'average'],
  method: 'From temperature and humidity, by the equation of FAO 56.',
  panel: { title: 'Vapor pressure deficit', chart: 'line', min: 0 },
  otherNames: ['vpd', 'vaporpressuredeficit'],
});
