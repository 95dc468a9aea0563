import { beforeAll, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiCaller } from '../../../support/api-caller.js';
import { askForecast, createKeyedClient, FORECAST } from '../../../support/forecast-caller.js';
import { useTestApp } from '../../../support/test-app.js';

interface Line {
  level: number;
  route?: string;
  status?: number;
  clientId?: string;
}

const INFO = 30;
const app = useTestApp({ LOG_LEVEL: 'info' });
const lines = (route: string) =>
  app()
    .logLines.map((line) => JSON.parse(line) as Line)
    .filter((line) => line.route === route);

/** Waits for a line, which is written once the response has been sent. */
async function untilLogged(route: string, status: number): Promise<Line> {
  for (;;) {
    const line = lines(route).find((each) => each.status === status);
    if (line) return line;
    await sleep(10);
  }
}

let clientId: string;
beforeAll(async () => {
  const client = await createKeyedClient(app());
  clientId = client.clientId;
  for (const path of ['/health/live', '/health/ready', '/metrics', '/v1/weather/fields'])
    expect((await new ApiCaller(app().url).get(path)).status).toBe(200);
  expect((await askForecast(app(), { apikey: client.key })).status).toBe(200);
  expect((await askForecast(app(), { apikey: client.key }, 'lat=91&lon=0')).status).toBe(400);
});

it('has no lines for successful requests that machines repeat', async () => {
  await untilLogged(FORECAST, 400);

  for (const route of ['/health/live', '/health/ready', '/metrics', '/v1/weather/fields'])
    expect(lines(route)).toEqual([]);
  expect(lines(FORECAST)).toHaveLength(1);
});

it("names the client of the request's key", async () => {
  expect(await untilLogged(FORECAST, 400)).toMatchObject({ level: INFO, clientId });
});

it('names no client for other requests', async () => {
  expect(await untilLogged('/v1/clients', 201)).not.toHaveProperty('clientId');
});

it('has a line for each failed health check', async () => {
  const restore = await app().cutDatabase();
  await new ApiCaller(app().url).get('/health/ready');
  await restore();

  expect(await untilLogged('/health/ready', 503)).toMatchObject({ level: INFO });
});
