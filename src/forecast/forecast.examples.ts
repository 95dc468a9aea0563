/** Examples in the OpenAPI document, by the name of a schema or property. */
export const FORECAST_EXAMPLES = {
  attribution: 'NOAA/NCEP Global Forecast System (GFS)',
  elevation: 14,
  severity: 8,
  ForecastRequest: {
    lat: 42.3478,
    lon: -71.0466,
    fields: ['temperature', 'windSpeed', 'weatherCode'],
    timelines: ['hourly', 'daily'],
    timezone: 'America/New_York',
  },
  ForecastBatchRequest: {
    locations: [
      { lat: 42.3478, lon: -71.0466 },
      { lat: 47.4211, lon: 10.9863, elevation: 2962 },
    ],
    fields: ['temperature', 'windSpeed', 'weatherCode'],
  },
  Timelines: {
    hourly: [
      { time: '2026-11-21T03:00:00Z', values: { temperature: 6.1, windSpeed: 4.2, weatherCode: 4001 } },
    ],
  },
  ForecastWarning: {
    code: 'missing_values',
    detail: 'The run has no value of weatherCode at its last step.',
    fields: ['weatherCode'],
  },
  Field: {
    name: 'temperature',
    title: 'Temperature',
    group: 'Temperature and humidity',
    description: 'Air temperature 2 m above the ground.',
    byDefault: true,
    units: { metric: '°C', imperial: '°F' },
    precision: { metric: 0.1, imperial: 0.1 },
    panel: { title: 'Temperature', chart: 'line', min: null, max: null },
    daily: [
      {
        name: 'temperatureMax',
        title: 'Temperature (max)',
        units: { metric: '°C', imperial: '°F' },
        precision: { metric: 0.1, imperial: 0.1 },
      },
    ],
  },
};
