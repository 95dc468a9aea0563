/** @slow */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedPostgres } from '../../../../src/core/database/embedded-postgres/embedded-postgres.js';
import { isRunning } from '../../../../src/core/database/embedded-postgres/process-table.js';
import { killOrphans } from '../../../../src/core/database/embedded-postgres/shutdown.js';
import { ChildProgram, sourceUrl } from '../../../support/child-program.js';
import { runSql } from '../../../support/test-postgres.js';

const QUICK = { fsync: 'off' };

const START_THE_SERVER = `
  const { EmbeddedPostgres } = await import(parameters.module);
  await EmbeddedPostgres.start({ directory: parameters.directory, settings: { fsync: 'off' } });
  console.log('started');
`;

describe('EmbeddedPostgres after a crash', () => {
  let parent: string;
  let directory: string;

  beforeEach(() => {
    parent = mkdtempSync(join(tmpdir(), 'embedded-'));
    directory = join(parent, 'postgres');
  });

  afterEach(async () => {
    await EmbeddedPostgres.stopOn(directory);
    killOrphans(directory);
    rmSync(parent, { recursive: true });
  });

  const startInAnotherProcess = () =>
    ChildProgram.start(START_THE_SERVER, {
      module: sourceUrl('core/database/embedded-postgres/embedded-postgres.ts'),
      directory,
    });
  const pidFile = () => join(directory, 'postmaster.pid');

  async function killPostmaster(): Promise<void> {
    const pid = parseInt(readFileSync(pidFile(), 'utf8'));
    process.kill(pid, 'SIGKILL');
    await eventually(() => !isRunning(pid));
  }

  test('attaches to the server of a killed process', async () => {
    const owner = await startInAnotherProcess();
    const attached = await EmbeddedPostgres.start({ directory, settings: QUICK });
    expect(attached.wasRunning).toBe(true);
    await runSql(attached.connection, 'create table kept as select 42 as answer');
    // Like Ctrl-C, the signal goes to the whole process group.
    await owner.killGroup();

    const server = await EmbeddedPostgres.start({ directory, settings: QUICK });
    expect(server.wasRunning).toBe(true);
    expect(await runSql(server.connection, 'select answer from kept')).toEqual([{ answer: 42 }]);
    await server.stop();
    await expect(runSql(server.connection, 'select 1')).rejects.toThrow();
  });

  test('restarts after the server is killed, even if one of its backends is still running', async () => {
    const first = await EmbeddedPostgres.start({ directory, settings: QUICK });
    await runSql(first.connection, 'create table kept as select 42 as answer');
    const endless = runSql(first.connection, 'do $$ begin loop perform 1; end loop; end $$').catch(
      () => 'cut off',
    );
    const active = `select 1 from pg_stat_activity where query like 'do %' and state = 'active'`;
    await eventually(async () => (await runSql(first.connection, active)).length === 1);
    await killPostmaster();

    const second = await EmbeddedPostgres.start({ directory, settings: QUICK });
    expect(second.wasRunning).toBe(false);
    expect(await runSql(second.connection, 'select answer from kept')).toEqual([{ answer: 42 }]);
    expect(await endless).toBe('cut off');
  });

  test('is not misled if another process has taken the killed server’s process ID', async () => {
    const first = await EmbeddedPostgres.start({ directory, settings: QUICK });
    await runSql(first.connection, 'create table kept as select 42 as answer');
    const stranger = await ChildProgram.start('console.log(process.pid);', {});
    await killPostmaster();
    for (const file of [pidFile(), join(directory, '.s.PGSQL.5432.lock')]) {
      writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, stranger.firstLine));
    }

    const second = await EmbeddedPostgres.start({ directory, settings: QUICK });
    expect(second.wasRunning).toBe(false);
    expect(await runSql(second.connection, 'select answer from kept')).toEqual([{ answer: 42 }]);
    await second.stop();
    await stranger.killGroup();
  });

  test('doesn’t mistake the server of the original for that of a copy', async () => {
    const original = await EmbeddedPostgres.start({ directory, settings: QUICK });
    await runSql(original.connection, 'create table kept as select 42 as answer');
    await runSql(original.connection, 'checkpoint');
    const copyDirectory = join(parent, 'copy');
    cpSync(directory, copyDirectory, { recursive: true, filter: (path) => !path.endsWith('.s.PGSQL.5432') });

    const copy = await EmbeddedPostgres.start({ directory: copyDirectory, settings: QUICK });
    await runSql(copy.connection, 'drop table kept');
    expect(await runSql(original.connection, 'select answer from kept')).toEqual([{ answer: 42 }]);
    await copy.stop();
    expect(await runSql(original.connection, 'select answer from kept')).toEqual([{ answer: 42 }]);
  });
});

async function eventually(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(10);
}
