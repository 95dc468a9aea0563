import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { MikroORM } from '@mikro-orm/postgresql';
import { once } from 'node:events';
import { AdvisoryLock } from '../../../../src/core/locks/advisory-lock.js';
import { connectionOptions } from '../../../../src/core/database/orm-options.js';
import { cloneDatabase, type TestDatabase } from '../../../support/test-postgres.js';

/** Two connection pools on one database: two processes, as far as PostgreSQL can tell. */
let database: TestDatabase;
let one: MikroORM;
let other: MikroORM;
let held: AdvisoryLock[] = [];

beforeAll(async () => {
  database = await cloneDatabase();
  const connect = () =>
    MikroORM.init({
      ...connectionOptions(database.connection),
      entities: [],
      discovery: { warnWhenNoEntities: false },
    });
  [one, other] = [await connect(), await connect()];
});
afterEach(() => {
  for (const lock of held) lock.release();
  held = [];
});
afterAll(async () => {
  await one.close();
  await other.close();
  await database.drop();
});

async function take(orm: MikroORM, name = 'ingest'): Promise<AdvisoryLock | undefined> {
  const lock = await AdvisoryLock.tryAcquire(orm, name);
  if (lock) held.push(lock);
  return lock;
}

/** Takes it once it is free: an earlier holder's session ends asynchronously. */
async function taken(orm: MikroORM): Promise<AdvisoryLock> {
  for (;;) {
    const lock = await take(orm);
    if (lock) return lock;
  }
}

test('only one process at a time holds the lock', async () => {
  expect(await take(one)).toBeDefined();
  expect(await take(other)).toBeUndefined();
  expect(await take(one)).toBeUndefined();
  expect(await take(other, 'another name')).toBeDefined();
});

test('another process can take the lock after its release', async () => {
  const lock = await take(one);
  lock?.release();
  held = [];
  expect((await taken(other)).lost.aborted).toBe(false);
});

test('locks of one process share a connection, and are released one by one', async () => {
  const [gfs, ifs] = [await take(one, 'gfs'), await take(one, 'ifs')];
  const sessions = await other.em.fork().execute(
    `select count(distinct pid)::int as count from pg_locks
     where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
  );
  expect(sessions).toEqual([{ count: 1 }]);
  gfs?.release();
  while (!(await take(other, 'gfs')));
  expect(await take(other, 'ifs')).toBeUndefined();
  expect(ifs?.lost.aborted).toBe(false);
  expect(await take(one, 'gfs')).toBeUndefined();
  held = held.filter((lock) => lock !== gfs);
});

test('more locks than a pool has connections leave some for others', async () => {
  for (let i = 0; i < 20; i++) expect(await take(one, `model ${i}`)).toBeDefined();
  expect(await one.em.fork().execute('select 1 as one')).toEqual([{ one: 1 }]);
});

test('many refusals leak no connection', async () => {
  await taken(one);
  for (let i = 0; i < 30; i++) expect(await take(other)).toBeUndefined();
  expect(await other.em.fork().execute('select 1 as one')).toEqual([{ one: 1 }]);
});

test('the lock is lost with its connection', async () => {
  const lock = await taken(one);
  const admit = await database.refuseConnections();
  if (!lock.lost.aborted) await once(lock.lost, 'abort');
  expect(lock.lost.reason).toMatchObject({ name: 'LockLostError' });
  await expect(AdvisoryLock.tryAcquire(other, 'ingest')).rejects.toThrow();
  await admit();
  expect(await take(other)).toBeDefined();
});
