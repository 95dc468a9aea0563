import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeAll, expect, it, jest } from '@jest/globals';
import { MikroORM } from '@mikro-orm/postgresql';
import { ApiKeyVerifierService } from '../../../../src/api-keys/api-key-verifier.service.js';
import { ChangeFeedService } from '../../../../src/core/database/changes/change-feed.service.js';
import { EventPublisherService } from '../../../../src/core/events/event-publisher.service.js';
import { EventStreamsService } from '../../../../src/events/streams/event-streams.service.js';
import { EventStreamCaller } from '../../../support/event-stream-caller.js';
import { createKeyedClient, type KeyedClient } from '../../../support/forecast-caller.js';
import { useTestApp } from '../../../support/test-app.js';
import { basic } from '../../../support/usage-caller.js';
import { createStation, GRANT, requestToken } from '../../clients/oauth/token-caller.js';

// Streams whose keys end when that is hard to notice.

const app = useTestApp();
let streams: EventStreamsService;
beforeAll(() => {
  streams = app().app.get(EventStreamsService);
});

const open: EventStreamCaller[] = [];
afterEach(() => {
  open.splice(0).forEach((stream) => stream.close());
  jest.restoreAllMocks();
});
async function stream(headers: Record<string, string>) {
  const caller = await EventStreamCaller.open(app().url, headers);
  open.push(caller);
  return caller;
}
const revoke = ({ owner, clientId, keyId }: KeyedClient) =>
  owner.delete(`/v1/clients/${clientId}/api-keys/${keyId}`);
/** Changes the database like another process whose notification gets lost. */
const changeUnheard = (statement: string, parameters: unknown[]) =>
  app().app.get(MikroORM).em.fork().execute(statement, parameters);

/** Stops the notifications from other processes. */
async function cutFeed(): Promise<void> {
  const feed = app().app.get(ChangeFeedService);
  jest.spyOn(feed, 'work').mockRejectedValue(new Error());
  await changeUnheard(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and query like 'listen %'`,
    [],
  );
  while (feed.isConnected) await sleep(10);
}

it('ends if its key is revoked while it is being opened', async () => {
  const client = await createKeyedClient(app());
  const opening = streams as unknown as { newest(): Promise<object> };
  const newest = opening.newest.bind(streams);
  let letGo!: () => void;
  const isAsked = new Promise<void>((asked) => {
    jest.spyOn(opening, 'newest').mockImplementation(async () => {
      const gate = new Promise<void>((resolve) => (letGo = resolve));
      asked();
      await gate;
      return newest();
    });
  });
  const opened = stream({ apikey: client.key });
  await isAsked;
  expect((await revoke(client)).status).toBe(204);
  letGo();
  await (
    await opened
  ).closed;
});

it('ends without notifications, because each run checks the keys and tokens of all streams in bulk', async () => {
  const clients: KeyedClient[] = [];
  for (let i = 0; i < 3; i++) clients.push(await createKeyedClient(app()));
  const callers = await Promise.all(clients.map(({ key }) => stream({ apikey: key })));
  const [kept, revoked, disabled] = clients;
  const station = await createStation(kept.owner);
  const credentials = basic(station.client_id, station.client_secret);
  const token = (await requestToken(app(), GRANT, credentials)).body.access_token;
  const ofToken = await stream({ authorization: `Bearer ${token}` });

  await cutFeed();
  const one = jest.spyOn(app().app.get(ApiKeyVerifierService), 'verifyAgain');
  await changeUnheard('update api_keys set is_revoked = true, revoked_at = now() where id = ?', [
    revoked.keyId,
  ]);
  await changeUnheard(`update clients set status = 'disabled' where id = ?`, [disabled.clientId]);
  await changeUnheard(`update clients set secret_hash = 'x' where id = ?`, [station.client_id]);
  await streams.work();
  await Promise.all([callers[1].closed, callers[2].closed, ofToken.closed]);
  expect(one).not.toHaveBeenCalled();

  await kept.owner.call('PATCH', `/v1/clients/${kept.clientId}`, { body: { name: 'Renamed' } });
  await app().app.get(EventPublisherService).work();
  await streams.work();
  expect((await callers[0].received(1)).map(({ event }) => event)).toEqual(['client.changed']);
});
