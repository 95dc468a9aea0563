import { type Model, latestRun, runHoursOf, runKindOf } from '../../weather/models/index.js';
import { IngestError } from '../ingest-error.js';

/** The value of `--run` in place of a run's hour. */
export const LATEST_RUN = 'latest';

const RUN = /^(\d{4}-\d{2}-\d{2}T\d{2})(?::00(?::00)?)?Z?$/;

/**
 * Parses `--run`: `2020-08-04T12` (UTC), the same with `:00`, `:00:00` and `Z` as in responses, or `latest`, the newest
 * run whose last step is due.
 * @throws IngestError (UsageError)
 */
export function parseRun(text: string, model: Model, now: Date): Date {
  if (text === LATEST_RUN) return latestRun(model, now);
  const hour = RUN.exec(text)?.[1];
  const run = new Date(`${hour}:00:00Z`);
  if (Number.isNaN(run.getTime()) || runLabel(run) !== `${hour}Z`) {
    throw new IngestError(
      'UsageError',
      `--run must be a UTC hour such as 2020-08-04T12, or latest, and is "${text}"`,
    );
  }
  if (!runKindOf(model, run)) {
    const hours = runHoursOf(model)
      .map((runHour) => String(runHour).padStart(2, '0'))
      .join(', ');
    throw new IngestError('UsageError', `--run is "${text}", and ${model.name} runs at ${hours} UTC`);
  }
  return run;
}

/**
 * Rejects a run that cannot exist yet.
 * @throws IngestError (FutureRunError)
 */
export function requirePastRun(run: Date, now: Date): void {
  if (run <= now) return;
  throw new IngestError(
    'FutureRunError',
    `the run ${runLabel(run)} is in the future: this machine's clock says ${now.toISOString().slice(0, 16)}Z`,
  );
}

/** `2020-08-04T12Z` */
export function runLabel(run: Date): string {
  return `${run.toISOString().slice(0, 13)}Z`;
}
