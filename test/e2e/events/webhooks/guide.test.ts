import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';
import { createClient, createToken, signedInCaller } from '../../../support/api-caller.js';
import { freePort } from '../../../support/free-port.js';
import { useTestApp } from '../../../support/test-app.js';
import { newWebhook } from '../../../support/webhook-caller.js';
import { codeBlocks, guideText } from '../../../support/written-texts.js';

const app = useTestApp({ ALLOWED_NETWORKS: '127.0.0.1' });

it("the guide's command creates a webhook", async () => {
  const owner = await signedInCaller(app());
  const { token } = await createToken(owner, ['webhooks:manage']);
  const [block] = codeBlocks(guideText('webhooks'), 'sh');
  const env = { ...process.env, url: app().url, token };
  const { stdout } = await promisify(execFile)('bash', ['-c', block], { env });
  expect(JSON.parse(stdout)).toMatchObject({
    event_types: ['run.published'],
    secret: expect.stringMatching(/^whsec_/) as unknown,
  });
});

it("the guide's endpoint verifies events, and rejects forged ones", async () => {
  const owner = await signedInCaller(app());
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const webhook = await newWebhook(owner, { url });
  const [block] = codeBlocks(guideText('webhooks'), 'js');
  const program = block.replace('8080', String(port));
  const endpoint = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    env: { ...process.env, WEBHOOK_SECRET: webhook.secret },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    await listening(port);
    const forged = await fetch(url, { method: 'POST', body: '{"type":"run.published"}' });
    expect(forged.status).toBe(400);
    const clientId = await createClient(owner);
    const [line] = (await once(endpoint.stdout.setEncoding('utf8'), 'data')) as [string];
    const [id, type, data] = line.trim().split(' ');
    expect([id, type, JSON.parse(data)]).toEqual([
      expect.stringMatching(/^evt_\w{26}$/),
      'client.changed',
      { client_id: clientId, organization_id: webhook.organization_id, change: 'created' },
    ]);
  } finally {
    endpoint.kill();
    await once(endpoint, 'exit');
  }
});

async function listening(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    try {
      await once(socket, 'connect');
      return;
    } catch {
      await sleep(20);
    } finally {
      socket.destroy();
    }
  }
}
