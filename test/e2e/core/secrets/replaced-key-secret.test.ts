/** @slow */
import { afterEach, expect, it } from '@jest/globals';
import { ApiCaller, createApiKey, signedInCaller } from '../../../support/api-caller.js';
import { FORECAST, POINT } from '../../../support/forecast-caller.js';
import { startReplica } from '../../../support/replica.js';
import { useTestApp } from '../../../support/test-app.js';
import { basic } from '../../../support/usage-caller.js';

const OLD = 'the old one, of at least 32 characters';
const NEW = 'the new one, of at least 32 characters';

interface CreatedClient {
  client_id: string;
  client_secret: string;
}

const app = useTestApp({ KEY_SECRET: OLD });
let replica: Awaited<ReturnType<typeof startReplica>> | undefined;
afterEach(() => replica?.stop());

it('rehashes keys and secrets when they are used, after which the old KEY_SECRET can be removed', async () => {
  const owner = await signedInCaller(app());
  const { body: used } = await owner.post<CreatedClient>('/v1/clients', { name: 'Used' });
  const { body: idle } = await owner.post<CreatedClient>('/v1/clients', { name: 'Idle' });
  const { body: rotated } = await owner.post<CreatedClient>('/v1/clients', { name: 'Rotated' });
  const { body: renewed } = await owner.post<CreatedClient>(`/v1/clients/${rotated.client_id}/secret`, {
    overlap_seconds: 3600,
  });
  const usedKey = await createApiKey(owner, used.client_id);
  const idleKey = await createApiKey(owner, used.client_id);
  const forecast = async ({ key }: { key: string }) =>
    (await new ApiCaller(replica!.url).get(`${FORECAST}?${POINT}`, { apikey: key })).status;
  const quota = async ({ client_id, client_secret }: CreatedClient) =>
    (await new ApiCaller(replica!.url).get('/v1/usage/quota', basic(client_id, client_secret))).status;

  replica = await startReplica(app(), { KEY_SECRET: NEW, KEY_SECRET_PREVIOUS: OLD });
  expect([await forecast(usedKey), await quota(used)]).toEqual([200, 200]);
  // The second use relies on the hashes stored by the first.
  expect([await forecast(usedKey), await quota(used)]).toEqual([200, 200]);
  // Using the previous secret of a client must not replace the current one.
  expect([await quota(rotated), await quota(renewed), await quota(rotated)]).toEqual([200, 200, 200]);
  await replica.stop();

  replica = await startReplica(app(), { KEY_SECRET: NEW });
  expect([await forecast(usedKey), await quota(used)]).toEqual([200, 200]);
  expect([await forecast(idleKey), await quota(idle)]).toEqual([401, 401]);
});
