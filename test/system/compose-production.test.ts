import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { gfs } from '../../src/weather/models/gfs/gfs.model.js';
import { latestRun } from '../../src/weather/models/run-times.js';
import { PASSWORD } from '../support/api-caller.js';
import { parseExposition } from '../support/exposition.js';
import { FORECAST, POINT } from '../support/forecast-caller.js';
import { startWholeRunMirror } from '../support/gfs-steps.js';
import { type MirrorServer } from '../support/mirror-server.js';
import { sharedData } from '../support/shared-data.js';
import { TraceReceiver } from '../support/trace-receiver.js';
import { ComposeStack } from './compose/compose-stack.js';
import { ImageDirectory } from './compose/image-directory.js';

const TOOLS = ['busybox', 'caddy', 'prometheus', 'promtool', 'redis-server', 'setpriv', 'pg_isready'];
const LIMIT_MS = 300_000;
const ADMIN_EMAIL = 'admin@example.com';

/** What this machine lacks for the test. */
function missing(): string[] {
  const absent = TOOLS.filter((tool) => spawnSync('sh', ['-c', `command -v ${tool}`]).status !== 0);
  if (process.getuid?.() !== 0) absent.push('root, to run as the user of the image');
  if (sharedData === undefined) absent.push('the shared data');
  return absent;
}

const lacking = missing();
if (lacking.length > 0) {
  if (process.env.CI) throw new Error(`CI skips nothing, and lacks ${lacking.join(', ')}.`);
  console.log(`Skipped: docker/compose.production.yaml is not started, for want of ${lacking.join(', ')}.`);
}

(lacking.length > 0 ? describe.skip : describe)('docker/compose.production.yaml, started', () => {
  const directory = mkdtempSync(join(tmpdir(), 'weather-compose-'));
  const secret = (name: string) => `${name}OfThirtyTwoLettersOrMoreForTest`;
  let image: ImageDirectory;
  let stack: ComposeStack;
  let mirror: MirrorServer;
  let traces: TraceReceiver;

  beforeAll(async () => {
    chmodSync(directory, 0o755);
    for (const name of ['stages', 'services']) mkdirSync(join(directory, name));
    image = new ImageDirectory(join(directory, 'stages'));
    mirror = await startWholeRunMirror(join(sharedData ?? '', 'gfs'), [latestRun(gfs, new Date())]);
    traces = await TraceReceiver.start();
    stack = await ComposeStack.create(image, join(directory, 'services'), {
      SITE_ADDRESS: 'localhost',
      ADMIN_EMAIL,
      KEY_SECRET: secret('key'),
      POSTGRES_PASSWORD: secret('database'),
      METRICS_TOKEN: secret('metrics'),
      S3_SECRET_KEY: secret('bucket'),
      GRAFANA_PASSWORD: secret('grafana'),
      GFS_BASE_URL: mirror.url,
      OBSERVATIONS: 'off',
      TERRAIN_BASE_URL: 'off',
      MODELS: 'gfs',
      GFS_RESOLUTION: '1p00',
      GFS_MAX_STEP: '12',
      OTEL_EXPORTER_OTLP_ENDPOINT: traces.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    });
    await Promise.all(['caddy', 'ingest', 'prometheus'].map((name) => stack.start(name)));
  }, LIMIT_MS);
  afterAll(async () => {
    await stack?.stop();
    await traces?.close();
    await mirror?.close();
    rmSync(directory, { recursive: true, force: true });
  }, LIMIT_MS);

  /** Sends a request through Caddy, whose certificate must be valid. */
  function ask(path: string, { method = 'GET', headers = {}, body = '' } = {}) {
    const ca = readFileSync(join(directory, 'services/caddy/caddy/pki/authorities/local/root.crt'));
    const target = { host: 'localhost', port: stack.portOf('caddy:443'), path, method, ca, agent: false };
    const length = body === '' ? {} : { 'content-type': 'application/json', 'content-length': body.length };
    return new Promise<{ status: number; cookie: string; body: Record<string, never> }>((resolve, reject) => {
      const sent = request({ ...target, headers: { ...headers, ...length } }, (answer) => {
        void answer.toArray().then((chunks: Buffer[]) => {
          const text = Buffer.concat(chunks).toString();
          const isJson = answer.headers['content-type']?.includes('json');
          resolve({
            status: answer.statusCode!,
            cookie: answer.headers['set-cookie']?.[0].split(';')[0] ?? '',
            body: (isJson ? JSON.parse(text) : {}) as Record<string, never>,
          });
        }, reject);
      });
      sent.on('error', reject);
      sent.end(body);
    });
  }

  const post = (path: string, body: object, cookie = '') =>
    ask(path, { method: 'POST', headers: cookie === '' ? {} : { cookie }, body: JSON.stringify(body) });

  async function createKey(): Promise<string> {
    await post('/v1/accounts', { full_name: 'Ada Example', email: ADMIN_EMAIL, password: PASSWORD });
    const { status, cookie } = await post('/v1/sessions', { email: ADMIN_EMAIL, password: PASSWORD });
    expect([status, cookie.startsWith('__Host-session=')]).toEqual([201, true]);
    const client = await post('/v1/clients', { name: 'An application' }, cookie);
    const { body } = await post(
      `/v1/clients/${String(client.body.client_id)}/api-keys`,
      { name: 'A key' },
      cookie,
    );
    return body.key;
  }

  let key: string;
  const forecast = () => ask(`${FORECAST}?${POINT}`, { headers: { apikey: key } });

  test(
    'serves forecasts over TLS from the run that the ingest takes and the bucket shares',
    async () => {
      key = await createKey();
      let answer = await forecast();
      while ((answer.body.meta as { source: string }).source !== 'gfs') {
        await sleep(250);
        answer = await forecast();
      }
      expect(answer.status).toBe(200);
    },
    LIMIT_MS,
  );

  test(
    'sends the traces of its replicas',
    async () => {
      while (!traces.spans.some(({ name }) => name === `GET ${FORECAST}`)) await sleep(100);
      expect(traces.resource).toMatchObject({ 'service.name': 'weather-forecast-service' });
    },
    LIMIT_MS,
  );

  test(
    'exposes its metrics to Prometheus, but not to callers',
    async () => {
      expect((await ask('/metrics')).status).toBe(404);

      const prometheus = `http://127.0.0.1:${stack.portOf('prometheus:9090')}/api/v1`;
      const upAt = async () => {
        const answer = await fetch(`${prometheus}/query?query=up==1`);
        const { data } = (await answer.json()) as { data: { result: { metric: { job: string } }[] } };
        return data.result.map(({ metric }) => metric.job).sort();
      };
      while ((await upAt()).length < 3) await sleep(250);
      expect(await upAt()).toEqual(['weather-api', 'weather-api', 'weather-ingest']);

      const file = join(directory, 'services/prometheus/prometheus.yml');
      expect(spawnSync('promtool', ['check', 'config', file]).status).toBe(0);
      const rules = (await (await fetch(`${prometheus}/rules`)).json()) as { data: { groups: unknown[] } };
      expect(rules.data.groups).toHaveLength(1);
    },
    LIMIT_MS,
  );

  test.each(['api-1', 'api-2', 'ingest'])(
    'has %s in agreement with its database, its store and its clock',
    async (name) => {
      const url = `http://127.0.0.1:${stack.portOf(`${name}:3000`)}`;
      const ready = await fetch(`${url}/health/ready`);
      expect(await ready.json()).toMatchObject({ status: 'ready', newest_run: { model: 'gfs' } });
      const metrics = await fetch(`${url}/metrics`, {
        headers: { authorization: `Bearer ${secret('metrics')}` },
      });
      const samples = parseExposition(await metrics.text());
      const value = (metric: string) => samples.find((sample) => sample.name === metric)?.value;
      expect(Math.abs(value('weather_clock_ahead_seconds')!)).toBeLessThan(1);
      expect(value('weather_limit_store_lost') ?? 0).toBe(0);
      expect(value('weather_run_sharing_failures_in_a_row') ?? 0).toBe(0);
    },
  );

  test("can't write to its image", () => {
    const find = ['find', image.app, '-maxdepth', '2', '-writable'];
    const { status, stdout } = spawnSync(
      'setpriv',
      ['--reuid=1000', '--regid=1000', '--clear-groups', ...find],
      {
        encoding: 'utf8',
      },
    );
    expect(status).toBe(0);
    // A link's own permissions mean nothing.
    expect(stdout.split('\n').filter((path) => path !== '' && !path.includes('/.bin'))).toEqual([]);
  });

  test(
    'keeps serving while a replica is replaced',
    async () => {
      const replica = stack.command('api-1');
      process.kill(replica.pid, 'SIGTERM');
      const statuses = [];
      for (let i = 0; i < 30; i++) {
        statuses.push((await forecast()).status);
        await sleep(250);
      }
      expect(await replica.ended).toMatchObject({ code: 0 });
      expect(new Set(statuses)).toEqual(new Set([200]));
      await stack.restart('api-1');
    },
    LIMIT_MS,
  );

  test(
    'shuts down in order',
    async () => {
      const names = ['caddy', 'api-1', 'api-2', 'ingest', 'prometheus', 'valkey', 'postgres'];
      for (const name of names) {
        process.kill(stack.command(name).pid, 'SIGTERM');
        expect([name, (await stack.command(name).ended).code]).toEqual([name, 0]);
      }
    },
    LIMIT_MS,
  );
});
