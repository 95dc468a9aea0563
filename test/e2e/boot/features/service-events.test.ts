import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MikroORM } from '@mikro-orm/postgresql';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { createApp } from '../../../../src/boot/app.setup.js';
import { loadApplication } from '../../../../src/boot/features/load-features.js';
import { type Announcement } from '../../../../src/core/events/event.js';
import { EventsService } from '../../../../src/core/events/events.service.js';
import { createLogger } from '../../../../src/core/telemetry/logger.js';
import { HEARD, type Heard } from '../../../fixtures/features/listening/listening.feature.js';
import { createClient, signedInCaller } from '../../../support/api-caller.js';
import { useTestApp } from '../../../support/test-app.js';
import { readTestServer } from '../../../support/test-postgres.js';

const FEATURES = './test/fixtures/features/listening/listening.feature.ts';
const RUN = {
  type: 'run.published' as const,
  everyone: true as const,
  data: {
    model: 'gfs',
    resolution: '0p25',
    run: '2026-11-21T00:00:00Z',
    publishedAt: '2026-11-21T05:00:00Z',
    lastTime: '2026-11-23T00:00:00Z',
    isComplete: false,
  },
};

const app = useTestApp({ FEATURES });
let state: Heard;
let heard: Heard['calls'];
const otherData = mkdtempSync(join(tmpdir(), 'weather-other-'));
/** Another process, as far as the database can tell. */
let other: NestFastifyApplication;
beforeAll(async () => {
  state = app().app.get<Heard>(HEARD, { strict: false });
  heard = state.calls;
  const { configuration, features } = await loadApplication({ FEATURES, DATA_DIR: otherData, MODELS: 'gfs' });
  const connection = {
    ...readTestServer().connection,
    dbName: app().app.get(MikroORM).config.get('dbName')!,
  };
  other = await createApp(configuration, connection, createLogger('silent'), features);
  await other.listen({ host: '127.0.0.1', port: 0 });
  // The listeners of both are registered, so that they hear what follows.
  await settled();
});
afterAll(async () => {
  await other.close();
  rmSync(otherData, { recursive: true });
});
beforeEach(() => {
  heard.length = 0;
  state.failing = 0;
});

const announce = (...events: Announcement[]) =>
  app()
    .app.get(MikroORM)
    .em.fork()
    .transactional((em) =>
      app()
        .app.get(EventsService)
        .announce(em, ...events),
    );

/** Announces an event, and waits until both processes and the cluster have heard it. */
async function settled(): Promise<void> {
  const before = heard.length;
  await announce(RUN);
  const places = () => new Set(heard.slice(before).map(({ by, where }) => (by === 'process' ? where : by)));
  for (let i = 0; places().size < 3; i += 1) {
    // A process that starts hears only what is published from then on.
    if (i % 100 === 99) await announce(RUN);
    await sleep(20);
  }
  while ((await waiting()).length > 0) await sleep(20);
}
const waiting = () =>
  app().runSql('select attempts, next_attempt_at > now() as is_later from event_handlings');

it('calls a method of each process, and one of the cluster, with what streams and webhooks carry', async () => {
  await announce(RUN);
  while (heard.length < 3) await sleep(20);

  const { dataDirectory } = app();
  expect(
    heard
      .filter(({ by }) => by === 'process')
      .map(({ where }) => where)
      .sort(),
  ).toEqual([dataDirectory, otherData].sort());
  expect(heard.filter(({ by }) => by === 'cluster')).toHaveLength(1);
  for (const { event, accounts } of heard)
    expect({ event, accounts }).toEqual({
      event: {
        id: expect.stringMatching(/^evt_/) as unknown,
        type: 'run.published',
        timestamp: expect.stringMatching(/Z$/) as unknown,
        organizationId: null,
        clientId: null,
        data: RUN.data,
      },
      accounts: expect.any(Number) as unknown,
    });
});

it('tells whose an event is', async () => {
  const caller = await signedInCaller(app());
  const clientId = await createClient(caller);
  while (heard.length < 2) await sleep(20);

  const [{ id: organizationId }] = await app().runSql(
    'select id from organizations order by id desc limit 1',
  );
  for (const { event } of heard)
    expect(event).toMatchObject({
      type: 'client.changed',
      organizationId,
      clientId,
      data: { change: 'created' },
    });
});

it('retries a method of the cluster that throws, without holding back other events', async () => {
  state.failing = 1;
  await announce(RUN);
  while (heard.every(({ by }) => by !== 'cluster')) await sleep(20);
  while ((await waiting()).every(({ attempts, is_later }) => attempts !== 1 || is_later !== true))
    await sleep(20);
  const [{ event: failed }] = heard.filter(({ by }) => by === 'cluster');
  await announce(RUN);
  while (heard.filter(({ by }) => by === 'cluster').length < 2) await sleep(20);

  await app().runSql('update event_handlings set next_attempt_at = now()');
  await announce(RUN);
  const ofCluster = () => heard.filter(({ by }) => by === 'cluster');
  while (ofCluster().length < 4) await sleep(20);
  while ((await waiting()).length > 0) await sleep(20);

  const byEvent = Map.groupBy(
    heard.filter(({ by }) => by === 'cluster'),
    ({ event }) => event.id,
  );
  expect([...byEvent.values()].map(({ length }) => length).sort()).toEqual([1, 1, 2]);
  expect(byEvent.get(failed.id)).toHaveLength(2);
});

it('hands over what a killed process was at once its claim ends', async () => {
  const [{ id }] = await app().runSql(`select id from announced_events where type = 'run.published' limit 1`);
  const [{ name }] = await app().runSql('select name from event_listeners');
  await app().runSql(`insert into event_handlings values (?, ?, 1, now() + interval '100 ms')`, [name, id]);
  await settled();

  expect(heard.filter(({ by, event }) => by === 'cluster' && event.id === id)).toHaveLength(1);
});

it.each<[string, object]>([
  ['no owner', {}],
  ['two owners', { everyone: true, organization: 'org_1' }],
])('refuses to announce an event with %s', async (_, owner) => {
  await expect(announce({ ...RUN, everyone: undefined, ...owner } as Announcement)).rejects.toThrow(
    'The event run.published needs an owner: { organization } or { everyone: true }.',
  );
});
