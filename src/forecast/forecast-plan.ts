import { type RunCatalogue } from '../model-store/run-catalogue.js';
import { StoredPoint } from '../model-store/stored-point.js';
import { type StoredRun } from '../model-store/stored-run.js';
import { type Model } from '../models/model.js';
import { MODELS } from '../models/models.js';
import { type ForecastQuery } from './forecast-query.js';

const HOUR_MS = 3_600_000;
const DEFAULT_HOURS = 120;

/** Where an answer comes from and which hours it has. */
export interface ForecastPlan {
  run: StoredRun;
  model: Model;
  point: StoredPoint;
  /** Hours after the run. */
  firstHour: number;
  /** The number of entries; 0 when no whole hour lies in the span. */
  hours: number;
  /** Whether more was asked for than the run has. */
  outlastsRun: boolean;
}

/** The newest run whose grid contains the point and whose steps span the start; undefined when there is none. */
export function planForecast(catalogue: RunCatalogue, query: ForecastQuery): ForecastPlan | undefined {
  for (const run of catalogue.runs()) {
    const model = Object.values(MODELS).find(({ name }) => name === run.manifest.model);
    if (!model || (query.source !== 'auto' && model.name !== query.source)) continue;
    const { stepsHours } = run.manifest;
    const lastStep = stepsHours[stepsHours.length - 1];
    const firstHour = Math.ceil((query.start.getTime() - run.run.getTime()) / HOUR_MS);
    if (firstHour < stepsHours[0] || firstHour > lastStep) continue;
    const point = StoredPoint.read(run, query.latitude, query.longitude);
    if (!point) continue;
    const asked = query.end
      ? Math.max(0, Math.ceil((query.end.getTime() - run.run.getTime()) / HOUR_MS) - firstHour)
      : DEFAULT_HOURS;
    const hours = Math.min(asked, lastStep - firstHour + 1);
    return { run, model, point, firstHour, hours, outlastsRun: hours < asked };
  }
  return undefined;
}
