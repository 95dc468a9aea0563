/** @slow */
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { MikroORM } from '@mikro-orm/postgresql';
import { setTimeout as sleep } from 'node:timers/promises';
import { createKeyedClient, FORECAST, type KeyedClient, POINT } from '../../support/forecast-caller.js';
import { signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { startReplica } from '../../support/replica.js';
import { sendRaw } from '../../support/raw-request.js';
import { useTestApp } from '../../support/test-app.js';

const environment = { KEY_SECRET: 'of all replicas, 32 characters..' };
const REMEMBERED_MS = 10_000;

const app = useTestApp(environment);
let admin: SignedInCaller;
let replica: Awaited<ReturnType<typeof startReplica>>;
beforeAll(async () => {
  admin = await signedInCaller(app());
  // Its cached keys stay fresh, so whatever arrives came as a notification.
  replica = await startReplica(app(), environment, { stopsClock: true });
});
afterAll(() => replica.stop());

const use = async (url: string, apikey: string) =>
  (await sendRaw(url, { path: `${FORECAST}?${POINT}`, headers: { apikey } })).body.code as string | undefined;
const useThere = (apikey: string) => use(replica.url, apikey);

async function rejectedThere(apikey: string, code: string): Promise<void> {
  while ((await useThere(apikey)) !== code) await sleep(20);
}

describe('in another process', () => {
  it.each<[string, string, (client: KeyedClient) => Promise<unknown>]>([
    [
      'a revoked key',
      'revoked_api_key',
      ({ owner, clientId, keyId }) => owner.delete(`/v1/clients/${clientId}/api-keys/${keyId}`),
    ],
    ['a deleted client', 'revoked_api_key', ({ owner, clientId }) => owner.delete(`/v1/clients/${clientId}`)],
    [
      'a disabled client',
      'client_disabled',
      ({ clientId }) => admin.call('PATCH', `/v1/clients/${clientId}`, { body: { status: 'disabled' } }),
    ],
    [
      'a disabled account',
      'account_disabled',
      ({ owner }) => admin.call('PATCH', `/v1/accounts/${owner.accountId}`, { body: { status: 'disabled' } }),
    ],
  ])('rejects %s', async (_, code, change) => {
    const client = await createKeyedClient(app());
    expect(await useThere(client.key)).toBeUndefined();

    await change(client);

    await rejectedThere(client.key, code);
  });

  it.each<[string, (client: KeyedClient) => string, string]>([
    [
      'a key',
      ({ clientId, keyId }) => `/v1/clients/${clientId}/api-keys/${keyId}`,
      'api_keys set revoked_at',
    ],
    ['a client', ({ clientId }) => `/v1/clients/${clientId}`, 'clients set deleted_at'],
  ])('rejects what was ended by a process whose clock is ahead: %s', async (_, path, column) => {
    const client = await createKeyedClient(app());
    await client.owner.delete(path(client));
    await app().runSql(`update ${column} = now() + interval '90 s' where id in (?, ?)`, [
      client.clientId,
      client.keyId,
    ]);

    expect(await useThere(client.key)).toBe('revoked_api_key');
  });

  it('receives changes again after its connection was cut, and discards what it had cached', async () => {
    const { key, keyId } = await createKeyedClient(app());
    await useThere(key);
    await app().runSql(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and query like 'listen %'`,
    );
    // This change sends no notification.
    await app().runSql(`update api_keys set revoked_at = now() - interval '1 hour' where id = ?`, [keyId]);

    await rejectedThere(key, 'revoked_api_key');
    const client = await createKeyedClient(app());
    await useThere(client.key);
    await client.owner.delete(`/v1/clients/${client.clientId}/api-keys/${client.keyId}`);
    await rejectedThere(client.key, 'revoked_api_key');
  });
});

it('notices a change without a notification within ten seconds, however often the key is used', async () => {
  const [revoked, disabled] = [await createKeyedClient(app()), await createKeyedClient(app())];
  const codes = () => Promise.all([revoked, disabled].map(({ key }) => use(app().url, key)));
  expect(await codes()).toEqual([undefined, undefined]);
  const { em } = app().app.get(MikroORM);
  await em.fork().execute('update api_keys set revoked_at = now() where id = ?', [revoked.keyId]);
  await em.fork().execute(`update clients set status = 'disabled' where id = ?`, [disabled.clientId]);

  const startMs = Date.now();
  const clock = jest.spyOn(Date, 'now');
  for (let ms = 0; ms < REMEMBERED_MS; ms += 100) {
    clock.mockReturnValue(startMs + ms);
    await codes();
  }
  clock.mockReturnValue(startMs + REMEMBERED_MS);

  expect(await codes()).toEqual(['revoked_api_key', 'client_disabled']);
  clock.mockRestore();
});
