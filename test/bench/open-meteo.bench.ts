import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfiguration } from '../../src/core/config/load-configuration.js';
import { HOUR_MS } from '../../src/core/time/index.js';
import { gfs } from '../../src/weather/models/gfs/gfs.model.js';
import { JSON_FORMAT } from '../../src/forecast/answer/json-formats.js';
import { forecastService } from '../support/forecast-service.js';
import { RunCatalogue } from '../../src/store/catalogue/run-catalogue.js';
import { OpenMeteoService } from '../../src/apis/open-meteo/open-meteo.service.js';
import { publishFullRun } from './keyed/full-run.js';
import { type Report } from './report.js';
import { median } from './statistics.js';

const DAY_HOURS = 24;
const ROUNDS = 15;
const POINTS = 300;
const CODING = { coding: 'identity', evenIfSmall: false } as const;

const FIELDS =
  'temperature,humidity,dewPoint,temperatureApparent,precipitationIntensity,pressureSurfaceLevel,cloudCover,windSpeed,windDirection,windGust';
const VARIABLES =
  'temperature_2m,relative_humidity_2m,dew_point_2m,apparent_temperature,precipitation,surface_pressure,cloud_cover,wind_speed_10m,wind_direction_10m,wind_gusts_10m';

/** One point, 10 variables × 7 days as JSON, another point each time: in Open-Meteo's format and the service's own. */
export async function bench(report: Report): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-open-meteo-'));
  const catalogue = new RunCatalogue(folder);
  try {
    const configuration = loadConfiguration({ MODELS: 'gfs', DATA_DIR: folder }, [gfs]);
    await publishFullRun(folder);
    const [{ run }] = catalogue.runs();
    const forecasts = forecastService(catalogue, configuration);
    const openMeteo = new OpenMeteoService(forecasts, configuration);
    const nowMs = run.getTime() + 2 * HOUR_MS;
    const span = [nowMs, nowMs + 7 * DAY_HOURS * HOUR_MS].map((ms) => new Date(ms).toISOString());
    const ours = ([lat, lon]: string[]) => {
      const query = { lat, lon, fields: FIELDS, startTime: span[0], endTime: span[1] };
      return forecasts.forecast(
        forecasts.queries.parse(query, nowMs),
        { format: JSON_FORMAT, coding: CODING },
        nowMs,
      );
    };
    const theirs = ([latitude, longitude]: string[]) => {
      const query = { latitude, longitude, hourly: VARIABLES, forecast_hours: String(7 * DAY_HOURS) };
      return openMeteo.answer(openMeteo.parseQuery({ query } as never, nowMs), CODING, nowMs);
    };
    const micros = { ours: [] as number[], theirs: [] as number[] };
    for (let round = 0; round < ROUNDS; round++) {
      micros.ours.push(await timeOf(ours, 2 * round));
      micros.theirs.push(await timeOf(theirs, 2 * round + 1));
    }
    const [own, other] = [median(micros.ours.slice(5)), median(micros.theirs.slice(5))];
    report.figure('our forecast', own, 'us');
    report.figure("Open-Meteo's", other, 'us');
    report.ratio("Open-Meteo's / ours", other, own, '<= 1.3');
  } finally {
    catalogue.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the CPU time of one response in microseconds. */
async function timeOf(answer: (place: string[]) => unknown, round: number): Promise<number> {
  const { user } = process.cpuUsage();
  for (let i = 0; i < POINTS; i++) {
    const n = round * POINTS + i;
    await answer([((n * 7.123) % 160) - 80, ((n * 11.377) % 360) - 180].map((degrees) => degrees.toFixed(4)));
  }
  return (process.cpuUsage().user - user) / POINTS;
}
