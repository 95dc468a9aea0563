import { defineFeature } from '../../core/features/index.js';
import { OpenMeteoModule } from './open-meteo.module.js';

const examples = {
  'OpenMeteoForecast.latitude': 52.5,
  'OpenMeteoForecast.longitude': 13.5,
  'OpenMeteoForecast.elevation': 38,
  'OpenMeteoForecast.generationtime_ms': 0.21,
  'OpenMeteoForecast.utc_offset_seconds': 0,
  'OpenMeteoForecast.timezone': 'GMT',
  'OpenMeteoForecast.timezone_abbreviation': 'GMT',
  'OpenMeteoForecast.location_id': 1,
  'OpenMeteoForecast.current_units': { time: 'iso8601', interval: 'seconds', temperature_2m: '°C' },
  'OpenMeteoForecast.current': { time: '2026-11-21T03:15', interval: 900, temperature_2m: 6.1 },
  'OpenMeteoForecast.current_weather_units': { time: 'iso8601', interval: 'seconds', temperature: '°C' },
  'OpenMeteoForecast.current_weather': { time: '2026-11-21T03:15', interval: 900, temperature: 6.1 },
  'OpenMeteoForecast.minutely_15_units': { time: 'iso8601', temperature_2m: '°C' },
  'OpenMeteoForecast.minutely_15': {
    time: ['2026-11-21T03:00', '2026-11-21T03:15'],
    temperature_2m: [6.1, 6],
  },
  'OpenMeteoForecast.hourly_units': { time: 'iso8601', temperature_2m: '°C' },
  'OpenMeteoForecast.hourly': { time: ['2026-11-21T03:00', '2026-11-21T04:00'], temperature_2m: [6.1, 5.8] },
  'OpenMeteoForecast.daily_units': { time: 'iso8601', temperature_2m_max: '°C' },
  'OpenMeteoForecast.daily': { time: ['2026-11-21'], temperature_2m_max: [8.4] },
  'OpenMeteoError.reason':
    'Cannot initialize WeatherVariable from invalid String value tempeture_2m for key hourly',
};

export const OPEN_METEO_FEATURE = defineFeature({
  name: 'open-meteo',
  module: OpenMeteoModule,
  secretPaths: ['/open-meteo/key/'],
  examples,
  tags: [
    {
      name: 'Compatible APIs',
      description: 'Forecasts in the formats of other services, for clients written for their APIs.',
    },
  ],
});
