import { type SqlEntityManager } from '@mikro-orm/postgresql';
import { type RequestLogRow } from './request-log.js';
import { firstIdAt } from '../../core/http/index.js';
import { MOST_IN_A_SECOND } from './request-sampling.js';

/** The size of the request log, in rows. */
export interface LogBounds {
  ofClient: number;
  ofAll: number;
}

const BOUNDS: LogBounds = { ofClient: 100_000, ofAll: 1_000_000 };
/** Rows per statement, so that a flood of refusals doesn't make one that takes long to write. */
const ROWS_AT_ONCE = 1_000;
/** An oversized log shrinks by this many rows with each batch, or by twice as many as the batch adds. */
const REMOVED_AT_ONCE = 10_000;

interface ClientRows {
  client_id: string;
  rows: number;
}

/** Lets one process at a time write to the log or remove from it, until its transaction ends. */
export async function lockLog(em: SqlEntityManager): Promise<void> {
  await em.execute(`select pg_advisory_xact_lock(hashtextextended('usage.requests', 0))`);
}

/**
 * Adds rows to the request log, whose partitions must exist and which must be locked, and removes what is too much: in
 * a second, of a client, and in total. The oldest rows of a client, or of all, go first.
 */
export async function writeLog(
  em: SqlEntityManager,
  rows: readonly RequestLogRow[],
  bounds = BOUNDS,
): Promise<void> {
  if (rows.length === 0) return;
  for (let first = 0; first < rows.length; first += ROWS_AT_ONCE) {
    await em.execute(
      'insert into usage.requests select * from jsonb_populate_recordset(null::usage.requests, ?::jsonb)',
      [JSON.stringify(rows.slice(first, first + ROWS_AT_ONCE))],
    );
  }
  const removed = await thinOut(em, rows);
  const added = count([...rows.map(({ client_id }) => [client_id, 1] as const), ...removed]);
  const most = Math.max(REMOVED_AT_ONCE, 2 * rows.length);
  for (const { client_id, rows } of await changeSizes(em, added))
    if (rows > bounds.ofClient)
      await removeOldest(em, Math.min(rows - bounds.ofClient, most), 'where client_id = ?', [client_id]);
  const [{ rows: all }] = await em.execute<[{ rows: number }]>(
    'select sum(rows)::float8 as rows from usage.request_log_sizes',
  );
  if (all > bounds.ofAll) await removeOldest(em, Math.min(all - bounds.ofAll, most));
}

/** Counts the log, which must be locked, from scratch: after partitions were dropped, or an older version wrote to it. */
export async function recountLog(em: SqlEntityManager): Promise<void> {
  await em.execute('delete from usage.request_log_sizes');
  await em.execute(
    'insert into usage.request_log_sizes select client_id, count(*) from usage.requests group by client_id',
  );
}

/** Removes what processes logged of a second together, beyond what one may. */
async function thinOut(
  em: SqlEntityManager,
  rows: readonly RequestLogRow[],
): Promise<(readonly [clientId: string, rows: number])[]> {
  const spans = [...Map.groupBy(rows, ({ client_id }) => client_id)].map(([client_id, ofClient]) => {
    const seconds = ofClient.map(({ time }) => Math.floor(Date.parse(time) / 1000) * 1000);
    const [fromMs, toMs] = [Math.min(...seconds), Math.max(...seconds) + 1000];
    const [from_time, to_time] = [fromMs, toMs].map((ms) => new Date(ms).toISOString());
    return { client_id, from_time, to_time, from_id: firstIdAt('req', fromMs) };
  });
  const removed = await em.execute<{ client_id: string }[]>(
    `delete from usage.requests r using (
       select n.* from jsonb_to_recordset(?::jsonb)
         as s (client_id text, from_time timestamptz, to_time timestamptz, from_id text)
       cross join lateral (
         select id, time, row_number() over (
           partition by date_trunc('second', time), greatest(status / 100, 3) order by id
         ) as number
         from usage.requests
         where client_id = s.client_id and id >= from_id and time >= from_time and time < to_time
       ) n
     ) n
     where n.number > ? and r.id = n.id and r.time = n.time
     returning r.client_id`,
    [JSON.stringify(spans), MOST_IN_A_SECOND],
  );
  return removed.map(({ client_id }) => [client_id, -1]);
}

async function removeOldest(
  em: SqlEntityManager,
  most: number,
  where = '',
  values: string[] = [],
): Promise<void> {
  const removed = await em.execute<{ client_id: string }[]>(
    `delete from usage.requests where (id, time) in
       (select id, time from usage.requests ${where} order by id limit ?)
     returning client_id`,
    [...values, most],
  );
  await changeSizes(em, count(removed.map(({ client_id }) => [client_id, -1])));
}

/** @returns the new sizes */
function changeSizes(em: SqlEntityManager, changes: ReadonlyMap<string, number>): Promise<ClientRows[]> {
  const rows = [...changes].map(([client_id, rows]) => ({ client_id, rows }));
  return em.execute<ClientRows[]>(
    `insert into usage.request_log_sizes as s
     select * from jsonb_populate_recordset(null::usage.request_log_sizes, ?::jsonb)
     on conflict (client_id) do update set rows = s.rows + excluded.rows
     returning client_id, rows`,
    [JSON.stringify(rows)],
  );
}

function count(changes: Iterable<readonly [clientId: string, rows: number]>): Map<string, number> {
  const sums = new Map<string, number>();
  for (const [clientId, rows] of changes) sums.set(clientId, (sums.get(clientId) ?? 0) + rows);
  return sums;
}
