/** What a question calls something, in small letters, by the metrics that answer it. */
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

/** The metrics that plain words mean; other words stay, and are the names of metrics or none. */
export function metricsMeant(words: readonly string[]): string[] {
  const meant = words.flatMap((word) => {
    const plain = word.toLowerCase();
    return Object.hasOwn(PLAIN_FIELDS, plain) ? PLAIN_FIELDS[plain] : [word];
  });
  return [...new Set(meant)];
}
