/** @slow */
import { expect, it } from '@jest/globals';
import { EventStreamCaller } from '../../../support/event-stream-caller.js';
import { createKeyedClient } from '../../../support/forecast-caller.js';
import { startReplica } from '../../../support/replica.js';
import { useTestApp } from '../../../support/test-app.js';

const ENVIRONMENT = { KEY_SECRET: 'k'.repeat(40), MODELS: 'gfs' };
const app = useTestApp(ENVIRONMENT);

it('ends when another process revokes its key', async () => {
  const replica = await startReplica(app(), ENVIRONMENT);
  const [client, other] = [await createKeyedClient(app()), await createKeyedClient(app())];
  const caller = await EventStreamCaller.open(replica.url, { apikey: client.key });
  const others = await EventStreamCaller.open(replica.url, { apikey: other.key });
  await client.owner.delete(`/v1/clients/${client.clientId}/api-keys/${client.keyId}`);
  await caller.closed;
  await other.owner.call('PATCH', `/v1/clients/${other.clientId}`, { body: { name: 'Renamed' } });
  await others.received(1);
  expect(others.events).toHaveLength(1);
  others.close();
  await replica.stop();
});
