import { beforeAll, describe, expect, it } from '@jest/globals';
import { createApiKey } from '../../support/api-caller.js';
import { askForecast, createKeyedClient } from '../../support/forecast-caller.js';
import { publishRun } from '../../support/published-run.js';
import { useTestApp } from '../../support/test-app.js';

const LIMIT = 20;
const app = useTestApp({ DEFAULT_RATE_LIMITS: `day=${LIMIT}` });
beforeAll(() => publishRun(app()));

/** `test/e2e/usage/limits` tests three processes with one store. */
describe('ten times the limit at once', () => {
  it('admits exactly the limit, however many keys the client has', async () => {
    const { owner, clientId, key } = await createKeyedClient(app());
    const keys = [key, (await createApiKey(owner, clientId)).key];

    const answers = await Promise.all(
      Array.from({ length: 10 * LIMIT }, (_, number) => askForecast(app(), { apikey: keys[number % 2] })),
    );

    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(LIMIT);
    expect(statuses.filter((status) => status === 429)).toHaveLength(9 * LIMIT);
  });
});
