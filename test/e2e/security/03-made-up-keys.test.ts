import { afterEach, beforeAll, expect, it, jest } from '@jest/globals';
import { generateKey } from '../../../src/api-keys/key-format.js';
import { askForecast, createKeyedClient } from '../../support/forecast-caller.js';
import { countKeyLookUps } from '../../support/key-look-ups.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
let key: string;
beforeAll(async () => {
  ({ key } = await createKeyedClient(app()));
});
afterEach(() => {
  jest.restoreAllMocks();
});

it('rejects a key with a wrong checksum without a query', async () => {
  const count = countKeyLookUps(app());
  const last = key.endsWith('0') ? '1' : '0';

  const { status, body } = await askForecast(app(), { apikey: `${key.slice(0, -1)}${last}` });

  expect([status, body.code, count()]).toEqual([401, 'invalid_api_key', 0]);
});

it('responds to unknown and malformed keys with the same body', async () => {
  const bodies = [];
  for (const apikey of [generateKey(), 'x', `${key}x`, key.slice(0, -1), key.toLowerCase()])
    bodies.push((await askForecast(app(), { apikey })).body);

  expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
});

it('queries a key once, even if it is first used a hundred times at once', async () => {
  const count = countKeyLookUps(app());

  const answers = await Promise.all(Array.from({ length: 100 }, () => askForecast(app(), { apikey: key })));

  expect(new Set(answers.map(({ status }) => status))).not.toContain(401);
  expect(count()).toBe(1);
  await askForecast(app(), { apikey: key });
  expect(count()).toBe(1);
});
