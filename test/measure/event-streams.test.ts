import { expect, it } from '@jest/globals';
import { EventStreamCaller } from '../support/event-stream-caller.js';
import { createKeyedClient } from '../support/forecast-caller.js';
import { useTestApp } from '../support/test-app.js';

/** What the guide about events promises. */
const PROMISED_MS = 1_000;
/** How many times as long as an event, which takes the same way, the end may take on a slow machine. */
const MOST_EVENTS = 5;

const app = useTestApp();

async function tookMs(work: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  await work();
  return performance.now() - startMs;
}

it('a stream ends within a second after its key is revoked', async () => {
  const { owner, clientId, keyId, key } = await createKeyedClient(app());
  const stream = await EventStreamCaller.open(app().url, { apikey: key });
  const client = `/v1/clients/${clientId}`;
  const eventMs = await tookMs(async () => {
    await owner.call('PATCH', client, { body: { name: 'Renamed' } });
    await stream.received(1);
  });

  const endMs = await tookMs(async () => {
    await owner.delete(`${client}/api-keys/${keyId}`);
    await stream.closed;
  });

  expect(endMs).toBeLessThan(Math.max(PROMISED_MS, MOST_EVENTS * eventMs));
});
