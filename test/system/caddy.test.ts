import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ApiCaller, PASSWORD } from '../support/api-caller.js';
import { createKeyedClient, FORECAST, POINT } from '../support/forecast-caller.js';
import { freePort } from '../support/free-port.js';
import { expectProblem } from '../support/problems.js';
import { startReplica } from '../support/replica.js';
import { SmallDisk } from '../support/small-disk.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { project } from '../unit/docker/compose-file.js';
import { ProjectCommand } from './project-command.js';

const LIMIT_MS = 120_000;
const REQUESTS = 60;
const AT_ONCE = 6;
const PUBLIC = '/v1/weather/fields';
/** Caddy checks health every second, with a timeout of three. */
const NOTICED_MS = 5_000;
const KEY_SECRET = 'of both replicas, 32 characters.';

const { error } = spawnSync('caddy', ['version']);
if (error && process.env.CI) throw error;

(error ? describe.skip : describe)('docker/Caddyfile, in front of two replicas', () => {
  const running = new AsyncDisposableStack();
  let first: TestApp;
  let second: { url: string };
  let disks: (SmallDisk | undefined)[];
  let caddy: ApiCaller;
  let key: string;
  let credentials: object;

  beforeAll(async () => {
    const directories = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'weather-caddy-')));
    for (const directory of directories)
      running.defer(() => rmSync(directory, { recursive: true, force: true }));
    disks = directories.map((directory) => SmallDisk.mount(directory, running));
    first = await startTestApp({ DATA_DIR: directories[0], KEY_SECRET, TRUSTED_PROXIES: '127.0.0.1' });
    running.defer(() => first.close());
    const replica = await startReplica(first, {
      DATA_DIR: directories[1],
      KEY_SECRET,
      TRUSTED_PROXIES: '127.0.0.1',
    });
    running.defer(() => replica.stop());
    second = replica;
    const client = await createKeyedClient(first);
    key = client.key;
    credentials = { email: client.owner.email, password: PASSWORD };
    caddy = new ApiCaller(await startCaddy(running, [first.url, second.url]));
  }, LIMIT_MS);
  afterAll(() => running.disposeAsync(), LIMIT_MS);

  const statusOf = async (url: string) => (await fetch(`${url}/health/ready`)).status;

  /** Fills the disk of a replica's journal until the replica reports it and Caddy has noticed. */
  async function makeUnready(url: string, disk: SmallDisk): Promise<void> {
    const ask = async () => (await fetch(`${url}${FORECAST}?${POINT}`, { headers: { apikey: key } })).status;
    // Usage recorded meanwhile moves to the database, which frees space.
    do disk.fill();
    while ((await ask()) !== 503 || (await statusOf(url)) !== 503);
    await sleep(NOTICED_MS);
  }

  /** Returns the statuses of many requests through Caddy, and how many of them the first replica served. */
  async function askMany(): Promise<{ statuses: Set<number>; answeredByFirst: number }> {
    const before = first.logLines.length;
    const statuses = new Set<number>();
    for (let i = 0; i < REQUESTS; i += AT_ONCE) {
      const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => caddy.get(PUBLIC)));
      for (const { status } of answers) statuses.add(status);
    }
    const lines = first.logLines.slice(before).map((line) => JSON.parse(line) as { route?: string });
    return { statuses, answeredByFirst: lines.filter(({ route }) => route === PUBLIC).length };
  }

  test(
    "distributes requests while both are ready, and sends all to the other one while one isn't",
    async () => {
      const { statuses, answeredByFirst } = await askMany();
      expect(statuses).toEqual(new Set([200]));
      expect(answeredByFirst).toBeGreaterThan(0);
      expect(answeredByFirst).toBeLessThan(REQUESTS);

      const [disk] = disks;
      if (!disk) return;
      await makeUnready(first.url, disk);
      expect(await askMany()).toEqual({ statuses: new Set([200]), answeredByFirst: 0 });
      expect((await caddy.get(`${FORECAST}?${POINT}`, { apikey: key })).status).toBe(200);
    },
    LIMIT_MS,
  );

  test(
    'still sends requests to them while the disks of both are full, so that they serve what they can',
    async () => {
      const [, disk] = disks;
      if (!disk) return;
      await makeUnready(second.url, disk);
      expect([await statusOf(first.url), await statusOf(second.url)]).toEqual([503, 503]);

      expect((await askMany()).statuses).toEqual(new Set([200]));
      expect((await caddy.post('/v1/sessions', credentials)).status).toBe(201);
      expect((await caddy.get('/v1/accounts/me')).status).toBe(200);
      // The replica's own response, not the balancer's.
      const answer = await caddy.get(`${FORECAST}?${POINT}`, { apikey: key });
      expectProblem(answer, 503, 'usage_unavailable', { instance: FORECAST });
    },
    LIMIT_MS,
  );
});

/** Starts Caddy as the Compose file does, but over HTTP. */
async function startCaddy(running: AsyncDisposableStack, replicas: string[]): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'weather-caddy-'));
  running.defer(() => rmSync(directory, { recursive: true, force: true }));
  const [first, second] = replicas.map((url) => new URL(url).host);
  const text = readFileSync(project('docker/Caddyfile'), 'utf8')
    .replaceAll('api-1:3000', first)
    .replaceAll('api-2:3000', second);
  const file = join(directory, 'Caddyfile');
  writeFileSync(file, `{\n\tadmin off\n}\n${text}`);
  const url = `http://localhost:${await freePort()}`;
  const caddy = new ProjectCommand(['caddy', 'run', '--config', file, '--adapter', 'caddyfile'], {
    environment: {
      SITE_ADDRESS: url,
      HOME: directory,
      XDG_CONFIG_HOME: directory,
      XDG_DATA_HOME: directory,
    },
  });
  running.defer(async () => {
    caddy.signalGroup('SIGKILL');
    await caddy.ended;
  });
  while (
    await fetch(url).then(
      () => false,
      () => true,
    )
  )
    await sleep(50);
  return url;
}
