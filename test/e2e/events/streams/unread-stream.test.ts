/** @slow */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from '@jest/globals';
import { MikroORM } from '@mikro-orm/postgresql';
import { EventPublisherService } from '../../../../src/core/events/event-publisher.service.js';
import { createKeyedClient } from '../../../support/forecast-caller.js';
import { useTestApp } from '../../../support/test-app.js';

const app = useTestApp();

/** Publishes until no event lacks a position, since a concurrent run may be assigning some. */
async function published(): Promise<void> {
  const { em } = app().app.get(MikroORM);
  let waiting: unknown[];
  do {
    await app().app.get(EventPublisherService).work();
    waiting = await em.fork().execute('select 1 from announced_events where position is null limit 1');
  } while (waiting.length > 0);
}

it('disconnects a caller that reads nothing', async () => {
  const client = await createKeyedClient(app());
  const socket = connect(Number(new URL(app().url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(`GET /v1/events HTTP/1.1\r\nhost: x\r\napikey: ${client.key}\r\n\r\n`);
  await once(socket, 'data');
  socket.pause();
  const closed = once(socket, 'close');
  const orm = app().app.get(MikroORM);
  const padding = 'x'.repeat(60_000);
  // More than the kernel buffers at both ends.
  for (let i = 0; i < 6; i++) {
    await orm.em.fork().execute(
      `insert into announced_events (id, type, client_id, data, created_at)
       select 'evt_' || ? || n, 'client.changed', ?, jsonb_build_object('padding', ?::text), now()
       from generate_series(100, 149) n`,
      [randomUUID(), client.clientId, padding],
    );
    await published();
  }
  socket.resume();
  await closed;
  expect(app().logLines.filter((line) => line.includes('"level":50'))).toEqual([]);
});
