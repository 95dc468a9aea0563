/** @slow */
import { afterEach, expect, it } from '@jest/globals';
import { ApiCaller, bearer, createApiKey, createToken, signedInCaller } from '../../../support/api-caller.js';
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
type Replica = Awaited<ReturnType<typeof startReplica>>;
let replica: Replica | undefined;
let other: Replica | undefined;
afterEach(async () => {
  await replica?.stop();
  await other?.stop();
});

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

it('is replaced while replicas roll: what one of them has stored works on the next ones', async () => {
  const owner = await signedInCaller(app());
  const at = ({ url }: Replica) => {
    const caller = new ApiCaller(url);
    caller.cookie = owner.cookie;
    return caller;
  };
  const create = async (caller: ApiCaller) => {
    const client = (await caller.post<CreatedClient>('/v1/clients', { name: 'Rolling' })).body;
    const { key } = await createApiKey(caller, client.client_id);
    const { token } = await createToken(caller, ['clients:read']);
    const headers = basic(client.client_id, client.client_secret);
    const issued = await caller.post<{ access_token: string }>(
      '/v1/oauth/token',
      'grant_type=client_credentials',
      { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    );
    return { headers, key, token, accessToken: issued.body.access_token };
  };
  const uses = async ({ url }: Replica, made: Awaited<ReturnType<typeof create>>) => {
    const caller = new ApiCaller(url);
    return [
      (await caller.get(`${FORECAST}?${POINT}`, { apikey: made.key })).status,
      (await caller.get('/v1/usage/quota', made.headers)).status,
      (await caller.get('/v1/clients', bearer(made.token))).status,
      (await caller.get('/v1/usage/quota', bearer(made.accessToken))).status,
    ];
  };
  const WORK = [200, 200, 200, 200];

  // First, all replicas learn the new secret.
  replica = await startReplica(app(), { KEY_SECRET: OLD, KEY_SECRET_PREVIOUS: NEW });
  const made = await create(at(replica));
  // Then they use it, one after the other.
  other = await startReplica(app(), { KEY_SECRET: NEW, KEY_SECRET_PREVIOUS: OLD });
  const madeLater = await create(at(other));
  for (let round = 0; round < 2; round += 1)
    for (const one of [replica, other])
      expect([await uses(one, made), await uses(one, madeLater)]).toEqual([WORK, WORK]);
  await replica.stop();
  expect([await uses(other, made), await uses(other, madeLater)]).toEqual([WORK, WORK]);

  // Last, they forget the old one.
  replica = await startReplica(app(), { KEY_SECRET: NEW });
  expect((await uses(replica, madeLater)).slice(0, 3)).toEqual(WORK.slice(0, 3));
});
