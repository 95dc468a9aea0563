/** The weather codes of Tomorrow.io's published table, by number. */
export const WEATHER_CODES = {
  0: 'Unknown',
  1000: 'Clear, Sunny',
  1100: 'Mostly Clear',
  1101: 'Partly Cloudy',
  1102: 'Mostly Cloudy',
  1001: 'Cloudy',
  2000: 'Fog',
  2100: 'Light Fog',
  4000: 'Drizzle',
  4001: 'Rain',
  4200: 'Light Rain',
  4201: 'Heavy Rain',
  5000: 'Snow',
  5001: 'Flurries',
  5100: 'Light Snow',
  5101: 'Heavy Snow',
  6000: 'Freezing Drizzle',
  6001: 'Freezing Rain',
  6200: 'Light Freezing Rain',
  6201: 'Heavy Freezing Rain',
  7000: 'Ice Pellets',
  7101: 'Heavy Ice Pellets',
  7102: 'Light Ice Pellets',
  8000: 'Thunderstorm',
} as const;

export type WeatherCode = keyof typeof WEATHER_CODES;

/** From the mildest to the most severe; a day's most severe code is the last of its hours' in this order. */
export const SEVERITY_ORDER: readonly WeatherCode[] = [
  0, 1000, 1100, 1101, 1102, 1001, 2100, 2000, 4000, 4200, 4001, 5001, 5100, 5000, 4201, 5101, 6000, 6200,
  6001, 7102, 7000, 7101, 6201, 8000,
];
