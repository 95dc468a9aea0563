import { MikroORM } from '@mikro-orm/postgresql';
import { afterEach, expect, it } from '@jest/globals';
import { UsageMaintenanceService } from '../../../src/usage/metering/usage-maintenance.service.js';
import { requestLogRow, type RequestLogRow } from '../../../src/usage/metering/request-log.js';
import { UsageWriterService } from '../../../src/usage/metering/usage-writer.service.js';
import { lockLog, writeLog } from '../../../src/usage/metering/write-log.js';
import { useTestApp } from '../../support/test-app.js';

const BOUNDS = { ofClient: 6, ofAll: 10 };
const app = useTestApp();
afterEach(() => app().runSql('truncate usage.requests, usage.request_log_sizes'));

const DAY_START = Date.parse(`${new Date().toISOString().slice(0, 10)}T00:00:00Z`);

/** Returns rows of a client, one for each second, or all in one. */
const rowsOf = (client: string, count: number, { fromSecond = 0, isOneSecond = false, status = 200 } = {}) =>
  Array.from({ length: count }, (_, i): RequestLogRow => {
    const timeMs = DAY_START + 1_000 * (fromSecond + (isOneSecond ? 0 : i)) + (isOneSecond ? i : 0);
    return requestLogRow({
      owner: { accountId: 'acc_1', clientId: client, keyId: 'key_1' },
      route: 'GET /',
      timeMs,
      status,
      units: 0,
      bytes: 0,
      durationUs: 1,
      detail: { requestId: `${client} ${fromSecond + i}`, point: null },
    })!;
  });

async function write(rows: RequestLogRow[], bounds = BOUNDS): Promise<void> {
  await app()
    .app.get(MikroORM)
    .em.fork()
    .transactional(async (em) => {
      await lockLog(em);
      await app().app.get(UsageWriterService).ensurePartition(em, DAY_START);
      await writeLog(em, rows, bounds);
    });
}

async function logged(): Promise<string[]> {
  const rows = await app().runSql('select request_id from usage.requests order by id');
  return rows.map(({ request_id }) => request_id as string);
}

async function expectSizes(): Promise<void> {
  const counted = await app().runSql(
    'select client_id, count(*)::int as rows from usage.requests group by client_id order by client_id',
  );
  expect(
    await app().runSql(
      'select client_id, rows from usage.request_log_sizes where rows <> 0 order by client_id',
    ),
  ).toEqual(counted);
}

const named = (client: string, from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => `${client} ${from + i}`);

it('keeps the newest rows of a client', async () => {
  await write(rowsOf('a', 4));
  await write(rowsOf('a', 5, { fromSecond: 4 }));
  expect(await logged()).toEqual(named('a', 3, 9));
  await expectSizes();
});

it('keeps the newest rows of all', async () => {
  await write(rowsOf('a', 6));
  await write(rowsOf('b', 3, { fromSecond: 100 }));
  await write(rowsOf('c', 4, { fromSecond: 200 }));
  expect(await logged()).toEqual([...named('a', 3, 6), ...named('b', 100, 103), ...named('c', 200, 204)]);
  await expectSizes();
});

it('keeps of a second no more than one process would, whatever the others log', async () => {
  const most = { ofClient: 1_000, ofAll: 1_000 };
  const inOneSecond = { isOneSecond: true };
  await write(rowsOf('a', 40, inOneSecond), most);
  await write(
    [
      ...rowsOf('a', 40, { ...inOneSecond, fromSecond: 0 }),
      ...rowsOf('a', 40, { ...inOneSecond, status: 404 }),
      ...rowsOf('a', 40, { ...inOneSecond, status: 503 }),
      ...rowsOf('b', 40, inOneSecond),
      ...rowsOf('a', 3, { fromSecond: 1 }),
    ],
    most,
  );
  const counts = await app().runSql(
    `select client_id, status, extract(second from time)::int as second, count(*)::int as rows from usage.requests
     where date_trunc('second', time) = ? group by 1, 2, 3 order by 1, 2`,
    [new Date(DAY_START).toISOString()],
  );
  expect(counts.map(({ client_id, status, rows }) => [client_id, status, rows])).toEqual([
    ['a', 200, 50],
    ['a', 404, 40],
    ['a', 503, 40],
    ['b', 200, 40],
  ]);
  await expectSizes();
});

it('keeps no more of a second that many processes log a little of', async () => {
  const most = { ofClient: 1_000, ofAll: 1_000 };
  for (let process = 0; process < 20; process++) await write(rowsOf('a', 4, { isOneSecond: true }), most);
  expect(await logged()).toHaveLength(50);
  await expectSizes();
});

it('shrinks a log from an earlier version a piece at a time', async () => {
  await app().runSql(
    `insert into usage.requests select 'req_0' || lpad(i::text, 25, '0'), ?::timestamptz, 'acc_1', 'old', 'key_1', '/', 200, 1, i::text
     from generate_series(1, 25000) i`,
    [new Date(DAY_START).toISOString()],
  );
  await app().app.get(UsageMaintenanceService).work(new Date());
  const left = async () => (await logged()).length;
  await expectSizes();
  await write(rowsOf('a', 1));
  expect(await left()).toBe(15_001);
  await write(rowsOf('a', 1, { fromSecond: 1 }));
  await write(rowsOf('a', 1, { fromSecond: 2 }));
  expect(await left()).toBe(10);
  await expectSizes();
});
