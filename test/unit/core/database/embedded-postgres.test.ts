/** @slow */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedPostgresError } from '../../../../src/core/database/embedded-postgres/embedded-postgres-error.js';
import { EmbeddedPostgres } from '../../../../src/core/database/embedded-postgres/embedded-postgres.js';
import { runSql } from '../../../support/test-postgres.js';

const QUICK = { fsync: 'off' };

describe('EmbeddedPostgres', () => {
  let parent: string;
  let directory: string;

  beforeEach(() => {
    parent = mkdtempSync(join(tmpdir(), 'embedded-'));
    directory = join(parent, 'postgres');
  });

  afterEach(async () => {
    await EmbeddedPostgres.stopOn(directory);
    rmSync(parent, { recursive: true });
  });

  test('keeps its data across restarts', async () => {
    const first = await EmbeddedPostgres.start({ directory });
    expect(first.wasRunning).toBe(false);
    await runSql(first.connection, 'create table kept as select 42 as answer');
    await first.stop();
    await expect(runSql(first.connection, 'select 1')).rejects.toThrow();

    const second = await EmbeddedPostgres.start({ directory });
    expect(second.wasRunning).toBe(false);
    expect(await runSql(second.connection, 'select answer from kept')).toEqual([{ answer: 42 }]);
  });

  test('depends on no locale or time zone, and listens on no network', async () => {
    const { connection } = await EmbeddedPostgres.start({
      directory,
      settings: { ...QUICK, work_mem: '5MB' },
    });
    const settings = await runSql(
      connection,
      `select current_setting('server_encoding') as encoding, current_setting('timezone') as zone,
        current_setting('listen_addresses') as addresses, current_setting('work_mem') as memory,
        (select datlocale from pg_database where datname = current_database()) as locale`,
    );
    expect(settings).toEqual([
      { encoding: 'UTF8', zone: 'UTC', addresses: '', memory: '5MB', locale: 'C.UTF-8' },
    ]);
  });

  test('is a single server for concurrent starts', async () => {
    const servers = await Promise.all(
      [1, 2, 3].map(() => EmbeddedPostgres.start({ directory, settings: QUICK })),
    );
    expect(servers.map(({ wasRunning }) => wasRunning).sort()).toEqual([false, true, true]);
    const asked = 'select pg_postmaster_start_time()::text as since';
    const [one, ...others] = await Promise.all(servers.map(({ connection }) => runSql(connection, asked)));
    expect(others).toEqual([one, one]);
  });

  test('places its socket elsewhere if the path is too long for one', async () => {
    const deep = join(parent, 'a'.repeat(60), 'ü, "b" '.repeat(8), 'postgres');
    const server = await EmbeddedPostgres.start({ directory: deep, settings: QUICK });
    expect(await runSql(server.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(server.connection.hosts[0].host.startsWith(deep)).toBe(false);
    await server.stop();
    expect(existsSync(server.connection.hosts[0].host)).toBe(false);
  });

  test('works from a path with spaces, commas and quotes', async () => {
    directory = join(parent, 'a, "b" ü', 'postgres');
    const server = await EmbeddedPostgres.start({ directory, settings: QUICK });
    expect(server.connection.hosts[0].host).toBe(directory);
    expect(await runSql(server.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('removes what a start that was killed during creation left behind', async () => {
    const leftover = `${directory}.partial-0badcafe`;
    mkdirSync(join(leftover, 'base'), { recursive: true });
    await EmbeddedPostgres.start({ directory, settings: QUICK });
    expect(readdirSync(parent).sort()).toEqual(['postgres', 'postgres.lock']);
  });

  test('rejects a directory that contains something else', async () => {
    mkdirSync(directory);
    writeFileSync(join(directory, 'precious.txt'), 'precious');
    await expect(EmbeddedPostgres.start({ directory })).rejects.toThrow(EmbeddedPostgresError);
    expect(readdirSync(directory)).toEqual(['precious.txt']);
  });

  test('reports PostgreSQL’s message if it fails to start', async () => {
    const settings = { ...QUICK, shared_buffers: 'nonsense' };
    await expect(EmbeddedPostgres.start({ directory, settings })).rejects.toThrow(
      'invalid value for parameter "shared_buffers": "nonsense"',
    );
  });
});
