import { once } from 'node:events';
import { afterEach, expect, it, jest } from '@jest/globals';
import { RetentionService } from '../../../../src/core/retention/retention.service.js';
import { MikroORM } from '@mikro-orm/postgresql';
import { OWN_FEATURE_SET } from '../../../../src/boot/features/features.js';
import { EventPublisherService } from '../../../../src/core/events/event-publisher.service.js';
import { EventsService } from '../../../../src/core/events/events.service.js';
import { RunPublicationsService } from '../../../../src/ingest/runs/run-publications.service.js';
import { createApiKey, createClient } from '../../../support/api-caller.js';
import { EventStreamCaller } from '../../../support/event-stream-caller.js';
import { createKeyedClient, type KeyedClient } from '../../../support/forecast-caller.js';
import { expectProblem } from '../../../support/problems.js';
import { publishRun } from '../../../support/published-run.js';
import { sendRaw } from '../../../support/raw-request.js';
import { useTestApp } from '../../../support/test-app.js';

const PATH = '/v1/events';
const app = useTestApp({ DEFAULT_RATE_LIMITS: 'day=1000' });

const open: EventStreamCaller[] = [];
afterEach(() => open.splice(0).forEach((stream) => stream.close()));
/** Opens a stream once all earlier events have a position. */
async function stream({ key }: Pick<KeyedClient, 'key'>, headers: Record<string, string> = {}) {
  await published();
  const caller = await EventStreamCaller.open(app().url, { apikey: key, ...headers });
  open.push(caller);
  return caller;
}
const changesOf = ({ events }: EventStreamCaller) => events.map(({ data }) => data.data.change);
const rename = ({ owner, clientId }: KeyedClient, name: string) =>
  owner.call('PATCH', `/v1/clients/${clientId}`, { body: { name } });
/** Publishes until no event lacks a position, since a concurrent run may be assigning some. */
async function published(): Promise<void> {
  const { em } = app().app.get(MikroORM);
  let waiting: unknown[];
  do {
    await app().app.get(EventPublisherService).work();
    waiting = await em.fork().execute('select 1 from announced_events where position is null limit 1');
  } while (waiting.length > 0);
}

it("sends the client's events, and no others", async () => {
  const client = await createKeyedClient(app());
  const other = await createKeyedClient(app());
  const caller = await stream(client);
  expect(caller.response.statusCode).toBe(200);
  expect(caller.response.headers['content-type']).toBe('text/event-stream');
  expect(caller.response.headers['cache-control']).toBe('no-store');

  await createClient(client.owner);
  await rename(other, 'Theirs');
  await rename(client, 'Ours');
  const { id } = await createApiKey(client.owner, client.clientId);

  const [first, second] = await caller.received(2);
  expect(first).toEqual({
    id: expect.stringMatching(/^evt_\w{26}$/) as unknown,
    event: 'client.changed',
    data: {
      type: 'client.changed',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}Z$/) as unknown,
      data: {
        client_id: client.clientId,
        organization_id: expect.stringMatching(/^org_/) as unknown,
        change: 'updated',
      },
    },
  });
  expect(second.data.data).toMatchObject({ change: 'api_key_created', api_key_id: id });
  expect(caller.events.filter(({ data }) => data.data.client_id !== client.clientId)).toEqual([]);
});

it('resumes after the last event without loss or repetition', async () => {
  const client = await createKeyedClient(app());
  const first = await stream(client);
  await rename(client, 'one');
  await first.received(1);
  first.close();
  const { lastEventId } = first;

  for (const name of ['two', 'three', 'four']) await rename(client, name);
  const second = await stream(client, { 'last-event-id': lastEventId });
  await rename(client, 'five');
  const events = await second.received(4);
  expect(changesOf(second)).toEqual(['updated', 'updated', 'updated', 'updated']);
  expect(new Set(events.map(({ id }) => id)).size).toBe(4);
  expect(events.map(({ id }) => id)).not.toContain(lastEventId);
});

it('resumes where it began for a caller that lost the connection before the first event', async () => {
  const client = await createKeyedClient(app());
  const first = await stream(client);
  for (; first.lastEventId === '';) await once(first.response, 'data');
  expect(first.retryMs).toBe(2_000);
  first.close();
  await rename(client, 'meanwhile');
  const second = await stream(client, { 'last-event-id': first.lastEventId });
  await second.received(1);
  expect(changesOf(second)).toEqual(expect.arrayContaining(['updated']));
});

it('sends events in the order in which their transactions commit, not begin', async () => {
  const client = await createKeyedClient(app());
  const caller = await stream(client);
  const orm = app().app.get(MikroORM);
  const events = app().app.get(EventsService);
  const announce = (em: typeof orm.em, change: 'updated' | 'deleted') =>
    events.announce(em, {
      type: 'client.changed',
      organization: 'org',
      client: client.clientId,
      data: { client_id: client.clientId, organization_id: 'org', change },
    });
  await orm.em.fork().transactional(async (slow) => {
    await announce(slow, 'deleted');
    await orm.em.fork().transactional((fast) => announce(fast, 'updated'));
    await caller.received(1);
  });
  await caller.received(2);
  expect(changesOf(caller)).toEqual(['updated', 'deleted']);
});

it('announces nothing if the change is rolled back', async () => {
  const client = await createKeyedClient(app());
  const count = async () =>
    (await app().runSql('select id from announced_events where client_id = ?', [client.clientId])).length;
  const before = await count();
  const orm = app().app.get(MikroORM);
  const failing = orm.em.fork().transactional(async (em) => {
    await app()
      .app.get(EventsService)
      .announce(em, {
        type: 'client.changed',
        organization: 'org',
        client: client.clientId,
        data: { client_id: client.clientId, organization_id: 'org', change: 'deleted' },
      });
    throw new Error('not kept');
  });
  await expect(failing).rejects.toThrow('not kept');
  expect(await count()).toBe(before);
});

it('announces each published part of a run once to every client', async () => {
  const client = await createKeyedClient(app());
  const caller = await stream(client);
  const publications = app().app.get(RunPublicationsService);
  const run = await publishRun(app(), 3, { isPart: true, stepsHours: [0, 12] });
  await Promise.all([publications.work(new Date()), publications.work(new Date())]);
  await caller.received(1);
  // Publishing the same part again, as after damage, isn't announced.
  await publishRun(app(), 3, { isPart: true, stepsHours: [0, 12] });
  await publishRun(app(), 3);
  await caller.received(2);
  await published();

  const documented = OWN_FEATURE_SET.events.find(({ type }) => type === 'run.published')!.example;
  const runs = caller.events.filter(({ event }) => event === 'run.published');
  const time = (hours: number) =>
    new Date(run.getTime() + hours * 3_600_000).toISOString().replace('.000', '');
  expect(runs.map(({ data }) => data.data)).toEqual([
    expect.objectContaining({ model: 'gfs', run: time(0), lastTime: time(12), isComplete: false }),
    expect.objectContaining({ model: 'gfs', run: time(0), lastTime: time(24), isComplete: true }),
  ]);
  for (const { data } of runs) expect(Object.keys(data.data).sort()).toEqual(Object.keys(documented).sort());
});

it.each<[string, (client: KeyedClient) => Promise<unknown>]>([
  ['is revoked', ({ owner, clientId, keyId }) => owner.delete(`/v1/clients/${clientId}/api-keys/${keyId}`)],
  ['loses its client', ({ owner, clientId }) => owner.delete(`/v1/clients/${clientId}`)],
  [
    'may no longer be used from the address',
    ({ owner, clientId, keyId }) =>
      owner.call('PATCH', `/v1/clients/${clientId}/api-keys/${keyId}`, {
        body: { allowed_ips: ['203.0.113.1'] },
      }),
  ],
])('ends when its key %s', async (_, change) => {
  const client = await createKeyedClient(app());
  const caller = await stream(client);
  await change(client);
  await caller.closed;
  expect(caller.response.complete).toBe(true);
});

it('ends when its key expires', async () => {
  const client = await createKeyedClient(app());
  const expires_at = new Date(Date.now() + 3_600_000).toISOString();
  const { key } = await createApiKey(client.owner, client.clientId, { expires_at });
  const caller = await stream({ key });
  const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.parse(expires_at));
  await caller.closed;
  clock.mockRestore();
});

it('stays open when other properties of its client change', async () => {
  const client = await createKeyedClient(app());
  const caller = await stream(client);
  await rename(client, 'one');
  await caller.received(1);
  await rename(client, 'two');
  await caller.received(2);
  expect(caller.response.destroyed).toBe(false);
});

it('deletes events after a week, except for the newest', async () => {
  const client = await createKeyedClient(app());
  await published();
  await app().runSql(`update announced_events set created_at = now() - interval '8 days'`);
  await app().app.get(RetentionService).work(new Date());
  expect(await app().runSql('select position from announced_events')).toHaveLength(1);
  const caller = await stream(client);
  await rename(client, 'one');
  await caller.received(1);
  expect(changesOf(caller)).toEqual(['updated']);
});

it('costs one unit, whatever it sends', async () => {
  const client = await createKeyedClient(app());
  const caller = await stream(client);
  expect(caller.response.headers.ratelimit).toMatch(/"day";r=999;/);
  await rename(client, 'one');
  await caller.received(1);
  caller.close();
  const { headers } = await sendRaw(app().url, {
    method: 'HEAD',
    path: PATH,
    headers: { apikey: client.key },
  });
  expect(headers.get('ratelimit')).toMatch(/"day";r=998/);
});

it('rejects an unknown event without consuming quota', async () => {
  const client = await createKeyedClient(app());
  for (const id of ['evt_01KAHVZ6D4Q3T5B9XG7M2N8RWC', 'x', 'evt_1, evt_2']) {
    const answer = await sendRaw(app().url, {
      path: PATH,
      headers: { apikey: client.key, 'last-event-id': id },
    });
    expectProblem(answer, 400, 'invalid_parameter', { instance: PATH, parameters: ['Last-Event-ID'] });
    expect(answer.headers.get('ratelimit')).toMatch(/"day";r=1000/);
  }
});

it('rejects more open streams than a client may have', async () => {
  const client = await createKeyedClient(app());
  const streams = await Promise.all(Array.from({ length: 50 }, () => stream(client)));
  const path = PATH;
  const answer = await sendRaw(app().url, { path, headers: { apikey: client.key } });
  expectProblem(answer, 503, 'overloaded', { instance: PATH });
  expect(answer.headers.get('retry-after')).toBe('2');
  streams[0].close();
  await rename(client, 'one');
  await streams[1].received(1);
  expect((await stream(client)).response.statusCode).toBe(200);
});
