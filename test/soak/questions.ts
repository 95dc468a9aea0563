import { HOUR_MS } from '../../src/core/time/index.js';
import type { Question } from './ask.js';

const POINTS = 24;
/** The sample's grid: longitude 13 to 25, latitude 48 to 56. */
const [WEST, SOUTH, WIDTH, HEIGHT] = [13.1, 48.1, 11.8, 7.8];
const SPAN_HOURS = 6;
const BATCH_POINTS = 4;

/** A weather request with one correct response per model run. */
export interface WeatherQuestion extends Question {
  /** Unique name of the question. */
  name: string;
  units: number;
}

interface Point {
  lat: number;
  lon: number;
}

/** Evenly spread, and none on a grid point. */
const points: Point[] = Array.from({ length: POINTS }, (_, i) => ({
  lat: fixed(SOUTH + HEIGHT * ((i * 0.618034) % 1)),
  lon: fixed(WEST + (WIDTH * (i + 0.5)) / POINTS),
}));

/** Questions about the six hours from the run's start, which the previous run covers as well. */
export function questionsOf(run: Date): WeatherQuestion[] {
  const startTime = run.toISOString();
  const endTime = new Date(run.getTime() + SPAN_HOURS * HOUR_MS).toISOString();
  const span = `startTime=${startTime}&endTime=${endTime}`;
  const single = points.map(({ lat, lon }, i) => {
    const form = ['', '&units=imperial', '&timelines=hourly,minutely&fields=temperature,windSpeed'][i % 3];
    const path = `/v1/weather/forecast?lat=${lat}&lon=${lon}&${span}${form}`;
    return { name: path, path, units: 1 };
  });
  const batch = (locations: Point[]): WeatherQuestion => {
    const body = JSON.stringify({ locations, startTime, endTime });
    const headers = { 'content-type': 'application/json' };
    return {
      name: body,
      method: 'POST',
      path: '/v1/weather/forecasts',
      headers,
      body,
      units: locations.length,
    };
  };
  return [...single, batch(points.slice(0, BATCH_POINTS)), batch(points.slice(-BATCH_POINTS))];
}

function fixed(degrees: number): number {
  return Number(degrees.toFixed(4));
}
