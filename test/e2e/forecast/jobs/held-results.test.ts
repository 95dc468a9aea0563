import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { ForecastJobDto } from '../../../../src/forecast/jobs/forecast-job.dto.js';
import { createKeyedClient, type KeyedClient } from '../../../support/forecast-caller.js';
import { expectProblem } from '../../../support/problems.js';
import { publishRun } from '../../../support/published-run.js';
import { sendRaw } from '../../../support/raw-request.js';
import { useTestApp } from '../../../support/test-app.js';

const JOBS = '/v1/weather/jobs';
const MOST_OF_CLIENT = 4;
/** With all default fields in JSON, more than two connections hold in their buffers. */
const POINTS = 500;
const LOOK_MS = 250;

const app = useTestApp();
const held: Socket[] = [];
let holders: Awaited<ReturnType<typeof withResult>>[];
beforeAll(async () => {
  await publishRun(app());
  holders = [await withResult(POINTS), await withResult(POINTS)];
});
afterAll(() => {
  for (const socket of held) socket.destroy();
});

/** Returns a client with a finished job, and the path of its result. */
async function withResult(points: number): Promise<{ client: KeyedClient; path: string }> {
  const client = await createKeyedClient(app());
  const locations = Array.from({ length: points }, (_, i) => ({ lat: (i % 160) / 2 - 40, lon: 20 }));
  const { body } = await sendRaw<ForecastJobDto>(app().url, {
    method: 'POST',
    path: JOBS,
    headers: { apikey: client.key, 'content-type': 'application/json' },
    body: JSON.stringify({ locations }),
  });
  const isDone = `select 1 from forecast_jobs where id = ? and status = 'done'`;
  while ((await app().runSql(isDone, [body.id])).length === 0) await delay(50);
  return { client, path: `${JOBS}/${body.id}/result` };
}

/** Starts a download that is never read. Returns the service's socket of its connection. */
async function hold({ client, path }: Awaited<ReturnType<typeof withResult>>): Promise<Socket> {
  const connected = once(app().app.getHttpServer(), 'connection') as Promise<[Socket]>;
  const socket = connect(Number(new URL(app().url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  held.push(socket);
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\napikey: ${client.key}\r\n\r\n`);
  await once(socket, 'readable');
  return (await connected)[0];
}

it("a result that isn't read makes room for those of other clients, but not for more of its own", async () => {
  // Disables the timeout, so that nothing else closes them.
  app().app.getHttpServer().timeout = 0;
  const connections: Socket[] = [];
  for (const one of holders) {
    for (let i = 0; i < MOST_OF_CLIENT; i++) connections.push(await hold(one));
    const { key } = one.client;
    const more = await sendRaw(app().url, { path: one.path, headers: { apikey: key } });
    expectProblem(more, 503, 'overloaded', { instance: one.path });
  }
  const { client, path } = await withResult(2);
  const read = () => sendRaw<{ forecasts: unknown[] }>(app().url, { path, headers: { apikey: client.key } });
  let answer = await read();
  while (answer.status === 503) {
    await delay(LOOK_MS);
    answer = await read();
  }
  expect([answer.status, answer.body.forecasts.length]).toEqual([200, 2]);
  expect(connections.filter(({ destroyed }) => destroyed)).toHaveLength(1);
});
