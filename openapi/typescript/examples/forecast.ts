import { WeatherClient, WeatherError } from 'weather-forecast-client';

const weather = new WeatherClient({
  url: process.env.WEATHER_URL ?? 'http://localhost:3000',
  apiKey: process.env.WEATHER_API_KEY,
});

const { location, data } = await weather.call('getForecast', {
  query: { lat: 52.2297, lon: 21.0122, fields: ['temperature', 'windSpeed'], timelines: ['hourly'] },
});
const [now] = data.timelines.hourly ?? [];
console.log(`${location.lat}, ${location.lon}: ${now.values.temperature} °C at ${now.time}`);

try {
  await weather.call('getForecast', { query: { lat: 91, lon: 0 } });
} catch (error) {
  if (!(error instanceof WeatherError)) throw error;
  console.log(`${error.status} ${error.code}: ${error.message}`);
}
