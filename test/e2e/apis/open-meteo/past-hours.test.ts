import { expect, it } from '@jest/globals';
import { createKeyedClient } from '../../../support/forecast-caller.js';
import { publishRun } from '../../../support/published-run.js';
import { useTestApp } from '../../../support/test-app.js';
import { askOpenMeteo, PLACE } from './ask-open-meteo.js';

const app = useTestApp({ MODELS: 'gfs' });

it('takes each past hour from the newest run that covers it, and all others from the newest run', async () => {
  const { key } = await createKeyedClient(app());
  await publishRun(app(), 14, { celsius: 3, stepsHours: [0, 24, 48] });
  await publishRun(app(), 8, { celsius: 6, stepsHours: [0, 24, 48] });
  await publishRun(app(), 2, { celsius: 9, stepsHours: [0, 24, 48] });
  const ask = async (query: string) => {
    const { body } = await askOpenMeteo(app(), key, `${PLACE}&hourly=temperature_2m&${query}`);
    return body.hourly.temperature_2m;
  };
  const sixOf = (celsius: number | null) => Array.from({ length: 6 }, () => celsius);

  // A new hour may have begun since the runs were published.
  const hours = await ask('past_hours=20&forecast_hours=24');
  const first = hours.indexOf(3);
  expect(hours.slice(first, first + 24)).toEqual([...sixOf(3), ...sixOf(6), ...sixOf(9), ...sixOf(9)]);
  expect(hours.slice(0, first).every((value) => value === null)).toBe(true);
  expect(await ask('past_hours=12&forecast_hours=0')).toEqual(hours.slice(8, 20));
});
