import { beforeAll, expect, it } from '@jest/globals';
import { generateKey } from '../../../src/api-keys/key-format.js';
import { createKeyedClient, FORECAST, POINT } from '../../support/forecast-caller.js';
import { publishRun } from '../../support/published-run.js';
import { sendRaw } from '../../support/raw-request.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
let key: string;
beforeAll(async () => {
  await publishRun(app());
  ({ key } = await createKeyedClient(app()));
});

const send = async (query: string, apikey?: string | string[]) => {
  const { status, body } = await sendRaw(app().url, {
    path: `${FORECAST}?${POINT}${query}`,
    headers: apikey === undefined ? {} : { apikey },
  });
  return [status, body.code];
};
const AMBIGUOUS = [400, 'ambiguous_api_key'];

it('accepts the key in the query, the header, or both if equal', async () => {
  expect(await send(`&apikey=${key}`)).toEqual([200, undefined]);
  expect(await send('', key)).toEqual([200, undefined]);
  expect(await send(`&apikey=${key}`, key)).toEqual([200, undefined]);
});

it('treats a comma as part of a single, unknown key', async () => {
  expect(await send('', `${key},${key}`)).toEqual([401, 'invalid_api_key']);
});

it('rejects two keys', async () => {
  const other = generateKey();
  expect(await send(`&apikey=${key}`, other)).toEqual(AMBIGUOUS);
  expect(await send(`&apikey=${other}`, key)).toEqual(AMBIGUOUS);
  expect(await send(`&apikey=${key}&apikey=${key}`)).toEqual(AMBIGUOUS);
  expect(await send('', [key, key])).toEqual(AMBIGUOUS);
  expect(await send('', [key, other])).toEqual(AMBIGUOUS);
});
