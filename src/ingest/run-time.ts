import { type Model } from '../models/model.js';
import { IngestError } from './ingest-error.js';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const RUN = /^(\d{4}-\d{2}-\d{2}T\d{2})(?::00(?::00)?)?Z?$/;

/**
 * The run that `--run` names: `2020-08-04T12` (UTC), the same with `:00`, `:00:00` and `Z` as answers show it, or
 * `latest`, the newest run whose last step is due.
 * @throws IngestError (UsageError)
 */
export function parseRun(text: string, model: Model, now: Date): Date {
  if (text === 'latest') return latestRun(model, now);
  const hour = RUN.exec(text)?.[1];
  const run = new Date(`${hour}:00:00Z`);
  if (Number.isNaN(run.getTime()) || runLabel(run) !== `${hour}Z`) {
    throw new IngestError(
      'UsageError',
      `--run must be a UTC hour such as 2020-08-04T12, or latest, and is "${text}"`,
    );
  }
  if (!model.runHoursUtc.includes(run.getUTCHours())) {
    const hours = model.runHoursUtc.map((runHour) => String(runHour).padStart(2, '0')).join(', ');
    throw new IngestError('UsageError', `--run is "${text}", and ${model.name} runs at ${hours} UTC`);
  }
  return run;
}

/** The newest run whose last step is usually there at the given time. */
export function latestRun(model: Model, now: Date): Date {
  const dueMs = now.getTime() - model.lastStepDelayMinutes * MINUTE_MS;
  const run = new Date(Math.floor(dueMs / HOUR_MS) * HOUR_MS);
  while (!model.runHoursUtc.includes(run.getUTCHours())) run.setTime(run.getTime() - HOUR_MS);
  return run;
}

/** `2020-08-04T12Z` */
export function runLabel(run: Date): string {
  return `${run.toISOString().slice(0, 13)}Z`;
}
