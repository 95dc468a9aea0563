import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { HOUR_MS } from '../../../../src/core/time/index.js';
import { Scrape } from '../../../support/exposition.js';
import { publishRun } from '../../../support/published-run.js';
import { useTestApp } from '../../../support/test-app.js';

const app = useTestApp();

it('reports how long the run after the newest complete one has been due', async () => {
  const late = async () => {
    // The list of runs may be cached for this long.
    await sleep(60);
    return (await Scrape.of(app())).value('weather_run_late_seconds', { model: 'gfs' });
  };
  // GFS runs begin every six hours. Each is complete after five.
  const hoursSince = Math.floor(Date.now() / HOUR_MS) % 6;

  // Without any, that is the newest run that is complete by now.
  expect(await late()).toBeLessThan(6 * 3_600);

  const old = await publishRun(app(), hoursSince + 48);
  await publishRun(app(), hoursSince + 42, { isPart: true });
  expect(await late()).toBeCloseTo((Date.now() - old.getTime()) / 1_000 - 11 * 3_600, -2);

  await publishRun(app(), hoursSince);
  expect(await late()).toBe(0);
});
