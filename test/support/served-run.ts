import { setTimeout as delay } from 'node:timers/promises';
import { RunCatalogue } from '../../src/store/catalogue/run-catalogue.js';
import { publishRun } from './published-run.js';
import { type TestApp } from './test-app.js';

/**
 * Publishes a run and waits until the service serves it, since the service lists its store again only after a moment.
 * @returns the time of the run
 */
export async function publishServedRun(
  app: TestApp,
  hoursAgo: number,
  published: NonNullable<Parameters<typeof publishRun>[2]> & { stepsHours: number[] },
): Promise<Date> {
  const { model = 'gfs', stepsHours, isPart = false } = published;
  const run = await publishRun(app, hoursAgo, published);
  const catalogue = app.app.get(RunCatalogue);
  const isServed = () =>
    catalogue
      .runs()
      .some(
        (served) =>
          served.manifest.model === model &&
          served.run.getTime() === run.getTime() &&
          served.manifest.stepsHours.length === stepsHours.length &&
          (served.manifest.isPart ?? false) === isPart,
      );
  while (!isServed()) await delay(20);
  return run;
}
