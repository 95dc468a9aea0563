import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { ApiCaller } from '../support/api-caller.js';
import { describeFailure } from '../../src/boot/describe-failure.js';
import { runService } from '../../src/boot/run-service.js';
import { generateKey } from '../../src/api-keys/key-format.js';
import { describeWithCertificates } from '../support/certificates.js';
import { PASSWORD, TlsPostgres } from '../support/tls-postgres.js';
import type { ProjectCommand } from './project-command.js';
import { ServiceHome } from './service-process.js';

const ROLE = 'tls_only';

/** Returns the output without the lines of npm and the build. */
function ownLines(output: string): string[] {
  return output.split('\n').filter((line) => !/^(?:>|npm |Compiled|$)/.test(line));
}

describeWithCertificates('npm start with DATABASE_URL', () => {
  let postgres: TlsPostgres;
  let silent: Server | undefined;
  const homes: ServiceHome[] = [];
  beforeAll(async () => {
    postgres = await TlsPostgres.start();
  });
  beforeEach(() => void homes.splice(0));
  afterEach(async () => {
    silent?.close();
    for (const home of homes) await home.remove();
  });
  afterAll(() => postgres?.remove());

  const verified = () =>
    `sslmode=verify-full&sslrootcert=${postgres.authority.cert}&application_name=weather`;

  async function homeWith(environment: Record<string, string>): Promise<ServiceHome> {
    const home = await ServiceHome.create(environment);
    homes.push(home);
    return home;
  }

  /** Returns the lines that a refused `npm start` prints. */
  async function refusedStart(environment: Record<string, string>): Promise<string[]> {
    const home = await homeWith(environment);
    const { code, output } = await home.run(['npm', 'start']).ended;
    expect(code).toBe(1);
    expect(output).not.toContain(PASSWORD);
    return ownLines(output);
  }

  /** Returns the error message of a refused start in this process. */
  async function refusalOf(environment: Record<string, string>): Promise<string> {
    const home = await homeWith({ ...environment, LOG_LEVEL: 'silent' });
    const error: unknown = await runService({ environment: home.environment }).catch(
      (error: unknown) => error,
    );
    const refusal = describeFailure(error);
    expect(refusal).not.toContain(PASSWORD);
    return refusal;
  }

  async function health(home: ServiceHome): Promise<Record<string, unknown>> {
    return (await (await fetch(`${home.url}/health/ready`)).json()) as Record<string, unknown>;
  }

  async function untilHealthy(home: ServiceHome): Promise<void> {
    while ((await health(home)).change_feed !== 'ready') await sleep(50);
  }

  async function stop(command: ProjectCommand): Promise<void> {
    process.kill(command.pid, 'SIGTERM');
    expect(await command.ended).toMatchObject({ code: 0 });
  }

  test('all connections use SCRAM over TLS, including those of the change feed and of commands', async () => {
    const home = await homeWith({ DATABASE_URL: postgres.url(ROLE, verified()) });
    const service = home.run(['npm', 'start']);
    await service.line(/The service is ready/);
    await untilHealthy(home);

    const sessions = await postgres.sessions(ROLE);
    expect(sessions.some(({ query }) => query.startsWith('listen'))).toBe(true);
    for (const session of sessions) expect(session).toMatchObject({ ssl: true, application_name: 'weather' });
    const backup = await home.run(['npm', 'run', 'backup', '--', join(home.dataDirectory, 'kept')]).ended;
    expect(backup).toMatchObject({ code: 0 });
    expect(existsSync(join(home.dataDirectory, 'kept/manifest.json'))).toBe(true);

    const caller = new ApiCaller(home.url);
    await postgres.stop();
    const away = [
      await caller.get('/v1/weather/forecast', { apikey: generateKey() }),
      await caller.post('/v1/sessions', { email: 'ada@example.com', password: PASSWORD }),
    ];
    for (const { status, body, headers } of away) {
      expect([status, body.code]).toEqual([503, 'service_unavailable']);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(await health(home)).toMatchObject({ database: 'unavailable', change_feed: 'unavailable' });

    await postgres.restart();
    await untilHealthy(home);
    expect((await caller.get('/v1/weather/forecast', { apikey: generateKey() })).status).toBe(401);
    await stop(service);
  });

  test("a database that can't be used ends the start with one line, which names the setting", async () => {
    const wrongWord = postgres.url(ROLE, verified()).replace(encodeURIComponent(PASSWORD), 'guess');
    const foreign = postgres.url(ROLE, `sslmode=verify-full&sslrootcert=${postgres.stranger.cert}`);
    const line = /^The database in DATABASE_URL can't be used: .*\.$/;
    const [said, ...more] = await refusedStart({ DATABASE_URL: wrongWord });
    expect([said, more]).toEqual([expect.stringMatching(line), []]);
    expect(said).toContain('password authentication failed');
    for (const [url, reason] of [
      [foreign, 'certificate'],
      [postgres.url(ROLE, verified(), '127.0.0.1'), "IP: 127.0.0.1 is not in the cert's list"],
      [postgres.url(ROLE, 'sslmode=disable'), 'no pg_hba.conf entry'],
      [postgres.url(ROLE, verified()).replace(/:\d+\/weather/, ':1/weather'), 'ECONNREFUSED'],
    ]) {
      const refusal = await refusalOf({ DATABASE_URL: url });
      expect(refusal).toMatch(line);
      expect(refusal).toContain(reason);
    }
  });

  test("a role that can't create tables ends the start as well", async () => {
    expect(await refusalOf({ DATABASE_URL: postgres.url('either', 'sslmode=require') })).toMatch(
      /^The database refused .*permission denied.*DATABASE_URL.*$/,
    );
  });

  test('a server that never responds is waited for until a signal, or until the timeout given in the URL', async () => {
    silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as { port: number };
    const url = `postgresql://weather:word@127.0.0.1:${port}/weather?sslmode=disable&connect_timeout=`;
    expect(await refusalOf({ DATABASE_URL: `${url}2` })).toMatch(
      /^The database in DATABASE_URL .*timeout expired.*$/,
    );
    const asked = new Promise((resolve) => silent!.once('connection', resolve));
    const starting = (await homeWith({ DATABASE_URL: `${url}0` })).run(['npm', 'start']);
    await asked;
    await stop(starting);
  });
});

describeWithCertificates('npm start with a DATA_DIR that cannot be used', () => {
  test('ends with one line, even below /proc or in place of a file', async () => {
    const home = await ServiceHome.create();
    const file = join(home.dataDirectory, 'file');
    writeFileSync(file, '');
    try {
      for (const [directory, ...words] of [
        [file, 'npm', 'start'],
        ['/proc/weather/data', 'npm', 'run', 'migrate'],
      ]) {
        const { code, output } = await home.run(words, undefined, { DATA_DIR: directory }).ended;
        expect(code).toBe(1);
        expect(ownLines(output)).toEqual([expect.stringContaining(`Can't use DATA_DIR: ${directory}: `)]);
      }
    } finally {
      await home.remove();
    }
  });

  test('a misspelled setting causes a warning that names both variables', async () => {
    const home = await ServiceHome.create({ GFS_RESOLUTON: '0p25', DATA_DIR: '/proc/weather' });
    const { output } = await home.run(['npm', 'start']).ended;
    expect(output).toContain(
      'GFS_RESOLUTON is not a setting and has no effect. Did you mean GFS_RESOLUTION?',
    );
    await home.remove();
  });
});
