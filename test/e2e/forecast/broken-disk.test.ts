import { once } from 'node:events';
import { rename, rm, writeFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { ApiCaller } from '../../support/api-caller.js';
import { parseExposition } from '../../support/exposition.js';
import { failReads } from '../../support/failing-file.js';
import { askForecast, createKeyedClient, FORECASTS, postForecasts } from '../../support/forecast-caller.js';
import { useTestApp } from '../../support/test-app.js';
import { StoredWorld } from './stored-world.js';

const app = useTestApp({ METRICS_TOKEN: 'of-the-scraper-with-32-characters' });
let world: StoredWorld;
let key: string;
let caller: ApiCaller;

beforeAll(async () => {
  world = await StoredWorld.create(app());
  ({ key } = await createKeyedClient(app()));
  caller = new ApiCaller(app().url);
  await world.serve(world.names);
});

let longitude = 0;

/** Asks for another point each time, so that no response is cached. */
async function ask() {
  longitude += 1;
  const answer = await askForecast(app(), { apikey: key }, `lat=10&lon=${longitude}&fields=temperature`);
  const { run } = answer.body.meta as { run: string };
  return { status: answer.status, run };
}

const startOf = (name: string) => /\d{8}T\d{4}Z/.exec(name)![0];
const compact = (run: string) => run.replace(/[-:]|\.000/g, '').replace(/(T\d{4})\d\d/, '$1');

async function samples() {
  const answer = await fetch(`${app().url}/metrics`, {
    headers: { authorization: 'Bearer of-the-scraper-with-32-characters' },
  });
  const found = parseExposition(await answer.text());
  return (name: string) => found.find((sample) => sample.name === name)?.value;
}

it("keeps serving runs while their directory can't be listed, and reports it", async () => {
  const runs = join(app().dataDirectory, 'runs');
  const before = await ask();
  await rename(runs, `${runs}-away`);
  await writeFile(runs, 'no folder');
  await sleep(100);

  expect(await ask()).toEqual(before);
  for (let question = 0; question < 3; question++)
    expect(await caller.get('/health/ready')).toMatchObject({
      status: 503,
      body: { status: 'unavailable', database: 'ready', store: 'unavailable', damaged_runs: 0 },
    });
  expect((await caller.get('/v1/weather/runs')).status).toBe(200);
  const lines = app().logLines.filter((line) => line.includes("can't be listed"));
  expect(lines).toHaveLength(1);
  expect(lines[0]).not.toContain('stack');

  await rm(runs);
  await rename(`${runs}-away`, runs);
  await sleep(100);
  expect(await caller.get('/health/ready')).toMatchObject({ status: 200, body: { store: 'ready' } });
  expect(await ask()).toEqual(before);
});

it("falls back to another run if the disk can't read one, and takes that one out of service", async () => {
  const [newest, older] = world.names;
  expect(compact((await ask()).run)).toBe(startOf(newest));
  failReads(join(app().dataDirectory, 'runs', newest, 'values.packed'));

  const { status, run } = await ask();

  expect([status, compact(run)]).toEqual([200, startOf(older)]);
  expect(await caller.get('/health/ready')).toMatchObject({ status: 200, body: { damaged_runs: 1 } });
  const value = await samples();
  expect(value('weather_runs_damaged_total')).toBe(1);
  expect(value('weather_runs_out_of_service')).toBe(1);

  await world.serve(world.names);
  expect(compact((await ask()).run)).toBe(startOf(newest));
  expect(await caller.get('/health/ready')).toMatchObject({ body: { damaged_runs: 0 } });
});

describe('a long batch that is being streamed when the disk fails', () => {
  const batch = () => ({
    locations: Array.from({ length: 100 }, (_, i) => ({ lat: 5, lon: i / 10 })),
    fields: ['temperature'],
    timelines: ['minutely'],
    startTime: world.newest.toISOString(),
    endTime: new Date(world.newest.getTime() + 12 * 3_600_000).toISOString(),
  });

  /** Resolves once the headers have arrived. */
  async function begin(coding: string): Promise<IncomingMessage> {
    const sent = request(app().url + FORECASTS, {
      method: 'POST',
      headers: { apikey: key, 'content-type': 'application/json', 'accept-encoding': coding },
    });
    sent.end(JSON.stringify(batch()));
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    return answer;
  }

  it.each([
    ['identity', (bytes: Buffer) => bytes],
    ['gzip', gunzipSync],
  ])('is aborted in %s, and complete when requested again', async (coding, decode) => {
    const [newest, older] = world.names;
    await world.serve(world.names);
    const answer = await begin(coding);
    failReads(join(app().dataDirectory, 'runs', newest, 'values.packed'));

    const received: Buffer[] = [];
    answer.on('data', (chunk: Buffer) => received.push(chunk));
    const [failure] = (await once(answer, 'error')) as [Error];

    expect([answer.statusCode, answer.headers['transfer-encoding']]).toEqual([200, 'chunked']);
    expect(failure).toMatchObject({ code: 'ECONNRESET' });
    expect(answer.complete).toBe(false);
    expect(received).not.toEqual([]);
    expect(() => JSON.parse(decode(Buffer.concat(received)).toString()) as unknown).toThrow();
    expect(await caller.get('/health/ready')).toMatchObject({ status: 200, body: { damaged_runs: 1 } });
    const { status, body } = await postForecasts<{ forecasts: { meta: { run: string } }[] }>(
      app(),
      { apikey: key },
      batch(),
    );
    expect([status, body.forecasts.length]).toEqual([200, 100]);
    expect(new Set(body.forecasts.map(({ meta }) => compact(meta.run)))).toEqual(new Set([startOf(older)]));
  });
});
