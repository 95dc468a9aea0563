/** @slow */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Scrape } from '../../support/exposition.js';
import { flushedUsage } from '../../support/flushed-usage.js';
import {
  askForecast,
  createKeyedClient,
  FORECAST,
  FORECASTS,
  POINT,
  POINT_BODY,
  postForecasts,
} from '../../support/forecast-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';

const MOST_OF_CLIENT = 16;
const LOOK_MS = 50;
const app = useTestApp({ DEFAULT_RATE_LIMITS: 'day=100000' });
const SPAN = { startTime: '2026-11-01T00:00:00Z', endTime: '2026-11-17T00:00:00Z', timelines: ['minutely'] };
const QUERY = `${POINT}&startTime=${SPAN.startTime}&endTime=${SPAN.endTime}&timelines=minutely`;
const open = new Set<Socket>();
afterEach(() => {
  for (const socket of open) socket.destroy();
  open.clear();
});

/** Starts a long response that is never read. Resolves once it has begun. */
async function hold(key: string): Promise<Socket> {
  const socket = connect(Number(new URL(app().url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  open.add(socket);
  socket.write(`GET ${FORECAST}?${QUERY} HTTP/1.1\r\nHost: x\r\napikey: ${key}\r\n\r\n`);
  await once(socket, 'readable');
  return socket;
}

async function usageOf(clientId: string) {
  const [row] = await flushedUsage(
    app(),
    `select sum(requests)::int as requests, sum(units)::int as units, sum(bytes)::int as bytes
     from usage.client_days where client_id = '${clientId}'`,
  );
  return row as { requests: number; units: number; bytes: number };
}

describe('a long response', () => {
  it('is counted once, with the bytes of its body', async () => {
    const { clientId, key } = await createKeyedClient(app());
    const answer = await fetch(`${app().url}${FORECAST}?${QUERY}`, {
      headers: { apikey: key, 'accept-encoding': 'identity' },
    });
    const body = await answer.text();

    const { data } = JSON.parse(body) as { data: { timelines: { minutely: unknown[] } } };
    expect(data.timelines.minutely).toHaveLength(16 * 1440);
    expect(await usageOf(clientId)).toEqual({ requests: 1, units: 42, bytes: Buffer.byteLength(body) });
  });

  it('that is aborted is counted with the bytes sent', async () => {
    const { clientId, key } = await createKeyedClient(app());
    const socket = await hold(key);
    socket.destroy();
    await once(socket, 'close');

    let usage = await usageOf(clientId);
    while (usage.bytes === 0) {
      await sleep(LOOK_MS);
      usage = await usageOf(clientId);
    }
    expect(usage).toMatchObject({ requests: 1, units: 42 });
    expect(usage.bytes).toBeLessThan(9_000_000);
  });

  it('is refused if the client already has many in progress, costs nothing, and is counted', async () => {
    const { key } = await createKeyedClient(app());
    const before = await Scrape.of(app());
    for (let i = 0; i < MOST_OF_CLIENT; i++) await hold(key);

    const refused = await askForecast(app(), { apikey: key }, QUERY);
    expectProblem(refused, 503, 'overloaded', { instance: FORECAST });
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(refused.headers.get('ratelimit')).toContain(`"day";r=${100_000 - MOST_OF_CLIENT * 42};`);
    const batch = { locations: [POINT_BODY], ...SPAN };
    expectProblem(await postForecasts(app(), { apikey: key }, batch), 503, 'overloaded', {
      instance: FORECASTS,
    });
    expect((await askForecast(app(), { apikey: key })).status).toBe(200);
    const other = await createKeyedClient(app());
    expect((await askForecast(app(), { apikey: other.key }, QUERY)).status).toBe(200);
    const after = await Scrape.of(app());
    const refusals = (scrape: Scrape, of: string) =>
      scrape.value('weather_long_answers_refused_total', { of })!;
    expect(refusals(after, 'client') - refusals(before, 'client')).toBe(2);
    expect(refusals(after, 'process')).toBe(refusals(before, 'process'));
  });

  it('frees its slot when its caller disconnects', async () => {
    const { key } = await createKeyedClient(app());
    for (let i = 0; i < MOST_OF_CLIENT; i++) await hold(key);
    for (const socket of open) socket.destroy();

    let { status } = await askForecast(app(), { apikey: key }, QUERY);
    while (status === 503) ({ status } = await askForecast(app(), { apikey: key }, QUERY));
    expect(status).toBe(200);
  });
});

describe('an idle connection', () => {
  it('is closed after 30 s', async () => {
    const server = app().app.getHttpServer();
    expect(server.timeout).toBe(30_000);
    const { key } = await createKeyedClient(app());
    server.timeout = 100;
    const closed = once(server, 'connection').then(([socket]) => once(socket as Socket, 'close'));
    const socket = await hold(key);
    await closed;
    server.timeout = 30_000;
    let received = 0;
    for await (const chunk of socket) received += (chunk as Buffer).length;
    expect(received).toBeLessThan(9_000_000);
  });
});
