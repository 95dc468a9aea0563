import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { EmbeddedPostgres } from '../../src/core/database/embedded-postgres/embedded-postgres.js';
import { isRunning, postgresProcessesIn } from '../../src/core/database/embedded-postgres/process-table.js';
import { runSql } from '../support/test-postgres.js';
import { type ProjectCommand } from './project-command.js';
import { ServiceHome, ServiceProcess } from './service-process.js';

/** The waiting start takes half a minute to give up. Meanwhile, the other refusals are tested on another home. */
describe('npm start refuses', () => {
  let usedHome: ServiceHome;
  let running: ServiceProcess;
  let waiting: ProjectCommand;
  let home: ServiceHome;
  beforeAll(async () => {
    [usedHome, home] = [await ServiceHome.create(), await ServiceHome.create()];
    running = await ServiceProcess.start(usedHome);
    waiting = usedHome.run(['npm', 'start']);
  });
  afterAll(async () => {
    await usedHome.remove();
    await home.remove();
  });

  const start = (changes: Record<string, string> = {}) => home.run(['npm', 'start'], undefined, changes);

  test('a faulty configuration, with all errors at once, before creating anything', async () => {
    const dataDirectory = join(home.dataDirectory, 'never-made');
    const { code, output } = await start({
      DATA_DIR: dataDirectory,
      PORT: '70000',
      GFS_RESOLUTION: '0p33',
      DATABASE_URL: 'mysql://user:secret@localhost/weather',
      TRUSTED_PROXIES: '10.0.0.0/99',
      LOG_LEVEL: '',
    }).ended;
    expect(code).toBe(1);
    for (const name of ['PORT', 'GFS_RESOLUTION', 'DATABASE_URL', 'TRUSTED_PROXIES'])
      expect(output).toMatch(new RegExp(`^ {2}${name} .+\\.$`, 'm'));
    expect(output).not.toMatch(/secret|LOG_LEVEL|listening|\n {4}at /);
    expect(existsSync(dataDirectory)).toBe(false);
  });

  test('a port in use, naming it and leaving no PostgreSQL behind', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(home.port, '127.0.0.1', resolve));
    const { code, output } = await start().ended;
    server.close();
    expect(code).toBe(1);
    expect(output).toContain(`address already in use 127.0.0.1:${home.port}`);
    expect(output).toContain('Set PORT to a different one.');
    expect(postgresProcessesIn(home.databaseDirectory)).toEqual([]);
    expect(() => home.postmasterPid()).toThrow('ENOENT');
  });

  test("a KEY_SECRET that doesn't match the database, unless the previous one is given as well", async () => {
    const secret = 'another one, of at least 32 characters';

    const { code, output } = await start({ KEY_SECRET: secret }).ended;

    expect(code).toBe(1);
    expect(output).toMatch(/^The key secret doesn't match the database: .+ Set KEY_SECRET,/m);
    expect(output).not.toMatch(/another one|The service is ready|\n {4}at /);
    expect(postgresProcessesIn(home.databaseDirectory)).toEqual([]);
    const generated = readFileSync(join(home.dataDirectory, 'key-secret'), 'utf8').trim();
    const next = start({ KEY_SECRET: secret, KEY_SECRET_PREVIOUS: generated });
    await next.line(/The service is ready/);
    process.kill(next.pid, 'SIGTERM');
    expect(await next.ended).toMatchObject({ code: 0 });
  });

  test('a database migrated by a later version, and leaves it unchanged', async () => {
    const server = await EmbeddedPostgres.start({ directory: home.databaseDirectory });
    // Another migration is pending, which must not run.
    await runSql(
      server.connection,
      `delete from mikro_orm_migrations where name = 'webhooks/Migration20261122001400';
       insert into mikro_orm_migrations (name) values ('webhooks/Migration20991231235959')`,
    );
    await server.stop();

    const { code, output } = await start().ended;

    expect(code).toBe(1);
    expect(output).toContain(
      'The database has a newer schema than this version knows: webhooks/Migration20991231235959.',
    );
    expect(output).not.toMatch(/\n {4}at |The database was migrated/);
    expect(postgresProcessesIn(home.databaseDirectory)).toEqual([]);
    const migrating = await home.run(['npm', 'run', 'migrate']).ended;
    expect(migrating).toMatchObject({ code: 1, output: expect.stringContaining('Migration20991231235959') });
  });

  test('a data directory in use by another service, after waiting; the other one keeps running', async () => {
    await waiting.line(/Another service is using the data directory; waiting for it to stop/);
    const { code, output } = await waiting.ended;
    expect(code).toBe(1);
    expect(output).toContain(
      `Another service is using this data directory: ${join(usedHome.dataDirectory, 'service.lock')}`,
    );
    expect(output).toContain('waited 30 s');
    expect(isRunning(running.postmasterPid)).toBe(true);
    expect((await fetch(`${usedHome.url}/health/ready`)).status).toBe(200);
  });

  test('nothing if the other service stops in time: the second start takes over', async () => {
    const second = usedHome.run(['npm', 'start']);
    await second.line(/waiting for it to stop/);
    process.kill(running.nodePid, 'SIGTERM');
    await second.line(/The service is ready/);
    expect((await fetch(`${usedHome.url}/health/ready`)).status).toBe(200);
    process.kill(second.pid, 'SIGTERM');
    expect(await second.ended).toMatchObject({ code: 0 });
  });
});
