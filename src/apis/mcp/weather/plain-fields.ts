/** Everyday words, in lower case, with the metrics they stand for. */
export const PLAIN_FIELDS: Readonly<Record<string, readonly string[]>> = {
  weather: ['weatherCode'],
  feels_like: ['temperatureApparent'],
  rain: ['precipitationIntensity', 'precipitationProbability'],
  precipitation: ['precipitationIntensity', 'precipitationProbability'],
  snow: ['snowAccumulation'],
  wind: ['windSpeed', 'windGust', 'windDirection'],
  gusts: ['windGust'],
  clouds: ['cloudCover'],
  pressure: ['pressureSurfaceLevel'],
  uv: ['uvIndex'],
  thunderstorm: ['lightningProbability'],
};

/** Replaces everyday words by their metrics. Other words stay as they are, and may be names of metrics. */
export function metricsMeant(words: readonly string[]): string[] {
  const meant = words.flatMap((word) => {
    const plain = word.toLowerCase();
    return Object.hasOwn(PLAIN_FIELDS, plain) ? PLAIN_FIELDS[plain] : [word];
  });
  return [...new Set(meant)];
}
