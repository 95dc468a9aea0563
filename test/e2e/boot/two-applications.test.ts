import { expect, it } from '@jest/globals';
import { ApiCaller, bearer, createApiKey, signedInCaller } from '../../support/api-caller.js';
import { FORECAST, POINT } from '../../support/forecast-caller.js';
import { useTestApp } from '../../support/test-app.js';
import { basic } from '../../support/usage-caller.js';
import { createStation, GRANT, requestToken } from '../clients/oauth/token-caller.js';

const first = useTestApp();
const second = useTestApp();

/** Creates credentials for one application, each with a function that uses it. */
async function credentialsOf(app: ReturnType<typeof first>) {
  const owner = await signedInCaller(app);
  const station = await createStation(owner);
  const newKey = async () => (await createApiKey(owner, station.client_id)).key;
  const [inHeader, inQuery] = [await newKey(), await newKey()];
  const token = await requestToken(app, GRANT, basic(station.client_id, station.client_secret));
  return {
    header: (url: string) => new ApiCaller(url).get(`${FORECAST}?${POINT}`, { apikey: inHeader }),
    query: (url: string) => new ApiCaller(url).get(`${FORECAST}?${POINT}&apikey=${inQuery}`),
    token: (url: string) => new ApiCaller(url).get(`${FORECAST}?${POINT}`, bearer(token.body.access_token)),
    session: (url: string) => new ApiCaller(url).get('/v1/clients', { cookie: owner.cookie! }),
  };
}

it('each of two applications in one process accepts only its own keys, tokens and sessions', async () => {
  const [ofFirst, ofSecond] = [await credentialsOf(first()), await credentialsOf(second())];
  const ask = async (kind: keyof typeof ofFirst) => [
    (await ofFirst[kind](first().url)).status,
    (await ofFirst[kind](second().url)).status,
    (await ofSecond[kind](first().url)).status,
    (await ofSecond[kind](second().url)).status,
  ];

  for (const kind of ['header', 'query', 'token', 'session'] as const)
    expect([kind, ...(await ask(kind))]).toEqual([kind, 200, 401, 401, 200]);
});
