import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, signedInCaller, type SignedInCaller } from '../../../support/api-caller.js';
import { type DnsServer, startDnsServer } from '../../../support/dns-server.js';
import { startTestApp, type TestApp } from '../../../support/test-app.js';
import { type Delivery, deliveriesOf, newWebhook, type Webhook } from '../../../support/webhook-caller.js';
import { answering, WebhookReceiver } from '../../../support/webhook-receiver.js';

const SWITCHING = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n';

let receiver: WebhookReceiver;
let dns: DnsServer;
let app: TestApp;
let owner: SignedInCaller;
beforeAll(async () => {
  receiver = await WebhookReceiver.start();
  dns = await startDnsServer();
  app = await startTestApp({
    ALLOWED_NETWORKS: '127.0.0.1',
    DNS_SERVERS: dns.address,
    MAX_CLIENTS_PER_ACCOUNT: '1000',
  });
  owner = await signedInCaller(app);
});
afterAll(async () => {
  await app.close();
  await receiver.stop();
  dns.stop();
});
beforeEach(async () => {
  receiver.received.length = 0;
  receiver.answer = answering(204);
  await app.runSql('delete from webhooks');
});

/** Sends a test event to the webhook, by default a new one, and returns its delivery once it has ended. */
async function tested(url: string, webhook?: Webhook): Promise<Delivery> {
  const { id } = webhook ?? (await newWebhook(owner, { url }));
  const { body } = await owner.post<Delivery>(`/v1/webhooks/${id}/test`);
  const ended = `select 1 from webhook_deliveries where webhook_id = ? and message_id = ? and status <> 'pending'`;
  while ((await app.runSql(ended, [id, body.id])).length === 0) await sleep(10);
  return (await deliveriesOf(owner, id)).find((one) => one.id === body.id)!;
}

describe('a private address', () => {
  const refusal = /^The service doesn't connect to https?:\/\//;

  it.each([
    '127.0.0.2',
    '10.0.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '0.0.0.0',
    '::1',
    '::ffff:10.0.0.1',
    'fd00::1',
    'fe80::1',
    '64:ff9b::a00:1',
    '2002:a00:1::',
  ])("%s isn't connected to if a name resolves to it", async (address) => {
    dns.addresses.set('hooks.example.com', [address]);
    const delivery = await tested(`https://hooks.example.com:${receiver.port}/`);
    expect(delivery).toMatchObject({ status: 'failed', last_status: null, attempts: 1 });
    expect(delivery.error).toMatch(refusal);
  });

  it("isn't connected to if a name resolves to it later", async () => {
    dns.addresses.set('rebinding.example.com', ['127.0.0.1']);
    const url = `http://rebinding.example.com:${receiver.port}/`;
    const webhook = await newWebhook(owner, { url });
    expect(await tested(url, webhook)).toMatchObject({ status: 'delivered', last_status: 204 });
    dns.addresses.set('rebinding.example.com', ['127.0.0.2', '::1', '10.0.0.1']);
    expect((await tested(url, webhook)).error).toMatch(refusal);
    expect(receiver.received).toHaveLength(1);
  });

  it("isn't connected to through a redirect", async () => {
    receiver.answer = answering(302, { location: 'http://127.0.0.2/' });
    expect(await tested(receiver.url())).toMatchObject({ status: 'failed', last_status: 302 });
    expect(receiver.received).toHaveLength(1);
  });

  it("is the only kind that plain http may use: public addresses aren't connected to", async () => {
    expect((await tested('http://hooks.example.org/')).error).toMatch(/can't be resolved/);
    dns.addresses.set('hooks.example.org', ['203.0.113.7', '8.8.8.8']);
    expect((await tested('http://hooks.example.org/')).error).toMatch(refusal);
  });

  it("or a public one on the port of another protocol isn't connected to", async () => {
    dns.addresses.set('mail.example.org', ['8.8.8.8', '2001:4860:4860::8888']);
    const delivery = await tested('https://mail.example.org:25/');
    expect(delivery).toMatchObject({ status: 'failed', last_status: null });
    expect(delivery.error).toMatch(refusal);
  });
});

it('an unknown name and a closed port are reported', async () => {
  expect((await tested('https://missing.example.com/')).error).toBe(
    "The host name can't be resolved (ENOTFOUND).",
  );
  const closed = createServer().listen(0, '127.0.0.1');
  await once(closed, 'listening');
  const { port } = closed.address() as AddressInfo;
  closed.close();
  expect((await tested(`http://127.0.0.1:${port}/`)).error).toBe('The connection failed (ECONNREFUSED).');
  expect((await tested(`https://127.0.0.1:${receiver.port}/`)).error).toMatch(
    /^The connection failed \(\w+\)\.$/,
  );
});

describe('an endpoint that', () => {
  let server: Server;
  let behave: (socket: Socket) => void;
  const sockets = new Set<Socket>();
  const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  beforeAll(async () => {
    server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
      socket.once('data', () => behave(socket));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  afterAll(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });

  it.each([
    ['sends a body without an end', (socket: Socket) => pour(socket, 'HTTP/1.1 200 OK\r\n\r\n')],
    [
      'says that its body is huge',
      (socket: Socket) => pour(socket, 'HTTP/1.1 200 OK\r\ncontent-length: 99999999999\r\n\r\n'),
    ],
    [
      'begins a body and stops',
      (socket: Socket) => void socket.write('HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nab'),
    ],
    [
      'sends a compressed body that is huge',
      (socket: Socket) => pour(socket, 'HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\n\r\n'),
    ],
  ])('%s has responded, and is disconnected', async (_, answer) => {
    behave = answer;
    const left = new Promise<void>((resolve) => {
      server.once('connection', (socket) => socket.once('close', () => resolve()));
    });
    expect(await tested(url())).toMatchObject({ status: 'delivered', last_status: 200 });
    await left;
  });

  it.each([
    ['sends no HTTP', (socket: Socket) => void socket.write('220 mail.example.com ESMTP\r\n')],
    ['hangs up', (socket: Socket) => void socket.destroy()],
    ['sends headers without an end', (socket: Socket) => pour(socket, `HTTP/1.1 200 OK\r\nx: `)],
    ['switches to another protocol', (socket: Socket) => void socket.write(SWITCHING)],
    ['has a status that is none', (socket: Socket) => void socket.end('HTTP/1.1 999 Odd\r\n\r\n')],
  ])('%s has failed', async (_, answer) => {
    behave = answer;
    expect(await tested(url())).toMatchObject({ status: 'failed', last_status: null, attempts: 1 });
  });

  it("switches protocols repeatedly doesn't delay others", async () => {
    behave = (socket) => void socket.write(SWITCHING);
    // The number of deliveries sent at once.
    await Promise.all(Array.from({ length: 5 }, () => tested(url())));
    expect(await tested(receiver.url())).toMatchObject({ status: 'delivered' });
  });

  it('never responds is disconnected after 15 seconds, without delaying others', async () => {
    behave = () => undefined;
    const hanging = await newWebhook(owner, { url: url() });
    const waiting = tested(url(), hanging);
    while (sockets.size === 0) await sleep(10);
    const clientId = await createClient(owner);
    await newWebhook(owner, { url: receiver.url() });
    await owner.call('PATCH', `/v1/clients/${clientId}`, { body: { name: 'Renamed' } });
    await receiver.first(1);
    expect(sockets.size).toBe(1);
    const { error, last_duration_ms } = await waiting;
    expect(error).toBe('No response within 15 seconds.');
    expect(last_duration_ms).toBeGreaterThanOrEqual(14_900);
  });
});

function pour(socket: Socket, head: string): void {
  socket.write(head);
  const more = () => {
    while (socket.writable && socket.write(Buffer.alloc(65_536, 'x')));
  };
  socket.on('drain', more);
  more();
}
