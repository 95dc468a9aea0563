import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ApiCaller, createApiKey, createClient, PASSWORD } from '../support/api-caller.js';
import { Balancer } from '../support/balancer.js';
import { type DatabaseUrl, openDatabaseUrl } from '../support/database-url.js';
import { describeWithRedis } from '../support/describe-with-redis.js';
import { FORECAST, POINT } from '../support/forecast-caller.js';
import { RedisServer } from '../support/redis-server.js';
import { cloneDatabase, runSql, type TestDatabase } from '../support/test-postgres.js';
import { readUsage } from '../support/usage-caller.js';
import { type ProjectCommand } from './project-command.js';
import { ServiceHome } from './service-process.js';

const EMAIL = 'member@example.com';
const LIMIT = 30;
const CALLERS = 8;
/** Less than the ten seconds for which a process caches a key: what is noticed earlier came as a notification. */
const PATIENCE_MS = 5_000;

/** `npm run start:api` with its own data directory and port. */
class Replica {
  private command: ProjectCommand | undefined;

  private constructor(readonly home: ServiceHome) {}

  static async start(environment: Record<string, string>): Promise<Replica> {
    const replica = new Replica(await ServiceHome.create(environment));
    await replica.start();
    return replica;
  }

  get url(): string {
    return this.home.url;
  }

  async start(): Promise<void> {
    this.command = this.home.run(['npm', 'run', 'start:api']);
    await this.command.line(/The service is ready/);
  }

  async stop(): Promise<void> {
    process.kill(this.command!.pid, 'SIGTERM');
    expect(await this.command!.ended).toMatchObject({ code: 0 });
  }
}

async function ask(url: string, apikey: string): Promise<{ status: number; text: string }> {
  const answer = await fetch(`${url}${FORECAST}?${POINT}`, { headers: { apikey } });
  return { status: answer.status, text: await answer.text() };
}

describeWithRedis('three replicas on one PostgreSQL and one Redis', () => {
  let database: TestDatabase;
  let databaseUrl: DatabaseUrl;
  let redis: RedisServer;
  let replicas: Replica[] = [];
  let callers: ApiCaller[] = [];

  beforeAll(async () => {
    database = await cloneDatabase();
    databaseUrl = await openDatabaseUrl(database.connection);
    redis = await RedisServer.start();
    const environment = {
      DATABASE_URL: databaseUrl.url,
      REDIS_URL: redis.url,
      KEY_SECRET: 'of all replicas, 32 characters..',
      DEFAULT_RATE_LIMITS: 'day=1000000',
    };
    for (let i = 0; i < 3; i++) replicas.push(await Replica.start(environment));
    callers = replicas.map(({ url }) => new ApiCaller(url));
    await callers[0].post('/v1/accounts', { full_name: 'A Member', email: EMAIL, password: PASSWORD });
    await callers[0].post('/v1/sessions', { email: EMAIL, password: PASSWORD });
    for (const caller of callers) caller.cookie = callers[0].cookie;
  });

  afterAll(async () => {
    for (const { home } of replicas) await home.remove();
    replicas = [];
    await redis.stop();
    await databaseUrl.close();
    await database.drop();
  });

  async function countedOf(clientId: string, requests: number) {
    for (;;) {
      const { totals } = await readUsage(callers[0], `client_id=${clientId}&interval=day`);
      if (totals.requests >= requests) return totals;
      await sleep(50);
    }
  }

  test('a session created on one is valid on the others, and ends on all of them', async () => {
    for (const caller of callers) expect((await caller.get('/v1/sessions/current')).status).toBe(200);

    const guest = new ApiCaller(callers[1].url);
    await guest.post('/v1/sessions', { email: EMAIL, password: PASSWORD });
    const elsewhere = new ApiCaller(callers[2].url);
    elsewhere.cookie = guest.cookie;
    expect((await elsewhere.get('/v1/sessions/current')).status).toBe(200);
    await guest.delete('/v1/sessions/current');
    expect((await elsewhere.get('/v1/sessions/current')).status).toBe(401);
  });

  test('a key created on one works on the others, and one revoked on one is refused by the others immediately', async () => {
    const clientId = await createClient(callers[0]);
    const { id, key } = await createApiKey(callers[0], clientId);
    for (const { url } of replicas) expect((await ask(url, key)).status).toBe(200);

    await callers[1].delete(`/v1/clients/${clientId}/api-keys/${id}`);

    const deadlineMs = Date.now() + PATIENCE_MS;
    for (const { url } of replicas) {
      let answer = await ask(url, key);
      while (answer.status === 200 && Date.now() < deadlineMs) answer = await ask(url, key);
      expect(answer).toMatchObject({ status: 401, text: expect.stringContaining('revoked_api_key') });
    }
  });

  test('together they admit no more than the limit, and count every request once', async () => {
    const clientId = await createClient(callers[0], {
      rate_limits: { second: null, minute: null, hour: null, day: LIMIT },
    });
    const { key } = await createApiKey(callers[0], clientId);

    const answers = await Promise.all(
      Array.from({ length: 10 * LIMIT }, (_, number) => ask(replicas[number % 3].url, key)),
    );

    const admitted = answers.filter(({ status }) => status === 200).length;
    expect(admitted).toBeLessThanOrEqual(LIMIT);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10 * LIMIT - admitted);
    expect(await countedOf(clientId, 10 * LIMIT)).toMatchObject({
      requests: 10 * LIMIT,
      units: admitted,
      throttled: 10 * LIMIT - admitted,
    });
  });

  test('together they allow no more password guesses than one', async () => {
    const email = 'guessed@example.com';
    const guesses = await Promise.all(
      Array.from({ length: 60 }, (_, number) =>
        new ApiCaller(callers[number % 3].url).post('/v1/sessions', { email, password: `guess ${number}` }),
      ),
    );

    // Each process that counts on its own would allow five immediately; five more would take half a minute.
    expect(guesses.filter(({ status }) => status === 401).length).toBeLessThan(10);
    expect(guesses.every(({ status }) => status === 401 || status === 429)).toBe(true);
  });

  test('rolling restarts with migrations in between fail no request', async () => {
    const clientId = await createClient(callers[0]);
    const { key } = await createApiKey(callers[0], clientId);
    const balancer = await Balancer.start(replicas.map(({ url }) => url));
    const untilReady = async (url: string) => {
      while (!balancer.isReady(url)) await sleep(20);
    };
    for (const { url } of replicas) await untilReady(url);
    const failures: string[] = [];
    let answered = 0;
    let isOver = false;
    const load = Array.from({ length: CALLERS }, async () => {
      while (!isOver) {
        const { status, text } = await ask(balancer.url, key);
        answered += 1;
        if (status !== 200) failures.push(`${status}: ${text.slice(0, 300)}`);
        await sleep(5);
      }
    });

    for (const [number, replica] of replicas.slice(0, 2).entries()) {
      await replica.stop();
      // The processes still running must work without what a later version adds, and leave it alone.
      await runSql(
        database.connection,
        `alter table accounts add column later_${number} text;
         alter table api_keys add column later_${number} int not null default ${number};
         create table later_${number} (id text primary key)`,
      );
      const migration = await replica.home.run(['npm', 'run', 'migrate']).ended;
      expect(migration).toMatchObject({ code: 0, output: expect.stringContaining('up to date') });
      await replica.start();
      await untilReady(replica.url);
    }
    isOver = true;
    await Promise.all(load);
    await balancer.stop();

    expect(failures).toEqual([]);
    expect(answered).toBeGreaterThan(0);
    expect(await countedOf(clientId, answered)).toMatchObject({ requests: answered, units: answered });
  });
});
