import { expect, it } from '@jest/globals';
import type { FastifyRequest } from 'fastify';
import { EventStreamsService } from '../../../../src/events/streams/event-streams.service.js';
import type { EventStream } from '../../../../src/core/http/streams/event-stream.js';

const ids = { clientId: 'cli_1', organizationId: 'org_1', accountId: 'acc_1' };
const request = (of: Partial<typeof ids> = {}) =>
  ({
    principal: { ...ids, ...of, scopes: ['forecast:read'], endsAtMs: Infinity },
  }) as unknown as FastifyRequest;

/** Returns streams over events in memory, which trigger no notifications. */
function newStreams() {
  const places: object[] = [];
  const entityManager = {
    execute: (sql: string, [after]: number[] = []) =>
      Promise.resolve(sql.includes('position > ?') ? places.slice(after) : places.slice(-1)),
  };
  const verifier = { verifyAgain: ({ principal }: FastifyRequest) => Promise.resolve(principal) };
  const feed = { subscribe: () => undefined, hear: () => undefined, isConnected: true };
  const host = { httpAdapter: { getHttpServer: () => ({ listening: true }) } };
  const given = [entityManager, verifier, feed, host].map((one) => one as never);
  const streams = new EventStreamsService(...(given as [never, never, never, never]));
  const happen = (id: string) =>
    places.push({ id, type: 'client.changed', clientId: 'cli_2', data: '{}', position: places.length + 1 });
  return { streams, happen };
}

const textOf = (stream: EventStream) => (stream.read() as Buffer | null)?.toString();

it('a heartbeat carries the position of its reader, which may be ahead of the others', async () => {
  const { streams, happen } = newStreams();
  happen('evt_1');
  const first = await streams.open(request(), undefined);
  happen('evt_2');
  const second = await streams.open(request(), undefined);
  expect([first, second].map(textOf)).toEqual(['retry: 2000\nid: evt_1\n\n', 'retry: 2000\nid: evt_2\n\n']);
  const beat = () => (streams as unknown as { beat(): void }).beat();
  Reflect.set(streams, 'beatMs', -Infinity);
  beat();
  expect([first, second].map(textOf)).toEqual(['id: evt_1\n\n', 'id: evt_2\n\n']);

  await streams.work();
  Reflect.set(streams, 'beatMs', -Infinity);
  beat();
  expect([first, second].map(textOf)).toEqual(['id: evt_2\n\n', 'id: evt_2\n\n']);
});

it.each([
  ['organization', (i: number) => ({ clientId: `cli_${i % 20}`, accountId: `acc_${i}` })],
  ['account', (i: number) => ({ clientId: `cli_${i % 20}`, organizationId: `org_${i % 6}` })],
])('one %s can’t hold more streams than are left for others', async (whose, of) => {
  const { streams } = newStreams();
  const held: EventStream[] = [];
  for (let i = 0; i < 1_000; i++) held.push(await streams.open(request(of(i)), undefined));
  const another = () => streams.open(request({ ...of(0), clientId: 'cli_new' }), undefined);
  const refusal = {
    code: 'overloaded',
    options: { detail: `Too many event streams of this ${whose} are open.` },
  };
  await expect(another()).rejects.toMatchObject(refusal);

  const theirs = (i: number) =>
    streams.open(
      request({ clientId: `cli_x${i % 10}`, organizationId: 'org_x', accountId: 'acc_x' }),
      undefined,
    );
  for (let i = 0; i < 500; i++) await theirs(i);
  const detail = 'Too many event streams of this organization are open.';
  await expect(
    streams.open(request({ clientId: 'cli_y', organizationId: 'org_x', accountId: 'acc_x' }), undefined),
  ).rejects.toMatchObject({ options: { detail } });
  for (const stream of held.splice(0, 600)) {
    stream.destroy();
    await new Promise((resolve) => stream.once('close', resolve));
  }
  await expect(another()).resolves.toBeDefined();
});
