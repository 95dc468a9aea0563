import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { UsageFlusherService } from '../../../src/usage/metering/usage-flusher.service.js';
import { askForecast, createKeyedClient } from '../../support/forecast-caller.js';
import { useTestApp } from '../../support/test-app.js';

/** Set `DATABASE_AWAY_SECONDS=60` for the long run. */
const AWAY_SECONDS = Number(process.env.DATABASE_AWAY_SECONDS ?? 3);

const app = useTestApp();

it(
  `answers known keys while the database is away for ${AWAY_SECONDS} s, and counts them afterwards, exactly`,
  async () => {
    const { key, clientId } = await createKeyedClient(app());
    await askForecast(app(), { apikey: key });
    const restore = await app().cutDatabase();
    const endMs = Date.now() + AWAY_SECONDS * 1000;
    let answered = 1;
    try {
      while (Date.now() < endMs) {
        const answers = await Promise.all(
          Array.from({ length: 8 }, () => askForecast(app(), { apikey: key })),
        );
        expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
        answered += answers.length;
        await sleep(10);
      }
      await expect(app().app.get(UsageFlusherService).flush()).rejects.toThrow();
    } finally {
      await restore();
    }

    await app().app.get(UsageFlusherService).flush();
    const counts = `select sum(requests)::int as requests, sum(units)::int as units from usage.client_days where client_id = ?`;
    expect(await app().runSql(counts, [clientId])).toEqual([{ requests: answered, units: answered }]);
  },
  AWAY_SECONDS * 1000 + 60_000,
);
