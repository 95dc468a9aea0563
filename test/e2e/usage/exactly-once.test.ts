import { mkdtempSync, rmSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { ConsumptionHistory } from '../../../src/usage/limits/consumption-history.js';
import { Journal } from '../../../src/usage/metering/journal/journal.js';
import { UsageMaintenanceService } from '../../../src/usage/metering/usage-maintenance.service.js';
import { UsageWriterService } from '../../../src/usage/metering/usage-writer.service.js';
import { type UsageEvent } from '../../../src/usage/metering/journal/usage-event.types.js';
import { newId } from '../../../src/core/http/identifier.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();

async function journalOf(events: UsageEvent[]): Promise<{ journal: Journal; remove: () => void }> {
  const root = mkdtempSync(join(tmpdir(), 'journal-'));
  const journal = new Journal({ root });
  await journal.open();
  await Promise.all(events.map((event) => new Promise((resolve) => journal.append(event, resolve))));
  return {
    journal,
    remove: () => {
      journal.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

function eventsOf(clientId: string, count: number, timeMs = Date.now()): UsageEvent[] {
  return Array.from({ length: count }, (_, i) => ({
    owner: { keyId: newId('key'), clientId, accountId: 'acc_1' },
    route: 'GET /x',
    timeMs: timeMs + i,
    status: 200,
    units: 1,
    bytes: 10,
    durationUs: 1000,
    detail: { requestId: `r${i}`, point: null },
  }));
}

const requestsOf = async (clientId: string, table = 'client_days') =>
  (
    await app().runSql(
      `select coalesce(sum(requests), 0)::int as n from usage.${table} where client_id = ?`,
      [clientId],
    )
  )[0].n;

it('counts a segment once, however often it is applied, even concurrently', async () => {
  const clientId = newId('cli');
  const { journal, remove } = await journalOf(eventsOf(clientId, 7));
  const [segment] = journal.takeSegments();
  const writer = app().app.get(UsageWriterService);

  await writer.apply([segment]);
  await writer.apply([segment]);
  await Promise.all([writer.apply([segment]), writer.apply([segment])]);

  expect(await requestsOf(clientId)).toBe(7);
  expect(
    await app().runSql(`select count(*)::int as n from usage.requests where client_id = ?`, [clientId]),
  ).toEqual([{ n: 7 }]);
  remove();
});

it('counts nothing of a failed transaction, and everything at the next attempt', async () => {
  const clientId = newId('cli');
  const { journal, remove } = await journalOf(eventsOf(clientId, 3));
  const [segment] = journal.takeSegments();
  const writer = app().app.get(UsageWriterService);
  await app().runSql('alter table usage.account_days rename to account_days_away');
  await expect(writer.apply([segment])).rejects.toThrow();
  expect(await requestsOf(clientId)).toBe(0);
  await app().runSql('alter table usage.account_days_away rename to account_days');

  await writer.apply([segment]);

  expect(await requestsOf(clientId)).toBe(3);
  remove();
});

it('logs every request of a long backlog, and counts each once', async () => {
  const clientId = newId('cli');
  const nowMs = Date.now();
  const events = eventsOf(clientId, 12_001).map((event, i) => ({ ...event, timeMs: nowMs - 1_000 * i }));
  const { journal, remove } = await journalOf(events);
  await app().app.get(UsageWriterService).apply(journal.takeSegments());

  expect(await requestsOf(clientId)).toBe(12_001);
  expect(
    await app().runSql(
      `select count(distinct request_id)::int as n, count(*)::int as rows from usage.requests where client_id = ?`,
      [clientId],
    ),
  ).toEqual([{ n: 12_001, rows: 12_001 }]);
  remove();
});

it("knows a client's usage in the last hour and in the day, even after midnight", async () => {
  const clientId = newId('cli');
  const midnightMs = Math.floor(Date.now() / 86_400_000) * 86_400_000;
  const minute = 60_000;
  const writer = app().app.get(UsageWriterService);
  for (const [count, atMinute] of [
    [1, -45],
    [2, -30],
    [4, 10],
  ]) {
    const { journal, remove } = await journalOf(eventsOf(clientId, count, midnightMs + atMinute * minute));
    await writer.apply(journal.takeSegments());
    remove();
  }
  const recentAt = async (atMinute: number) => {
    const all = await app()
      .app.get(ConsumptionHistory)
      .recentUnits(new Date(midnightMs + atMinute * minute));
    return all.find((recent) => recent.holderId === clientId);
  };
  const at = (startMinute: number, units: number) => ({ startMs: midnightMs + startMinute * minute, units });

  expect(await recentAt(20)).toEqual({ holderId: clientId, unitsOfDay: 4, minutes: [at(-30, 2), at(10, 4)] });
  expect(await recentAt(90)).toEqual({ holderId: clientId, unitsOfDay: 4, minutes: [] });
});

it('deletes journals older than the retention period of usage, and no others', async () => {
  const ids = [randomUUID(), randomUUID()];
  await app().runSql(
    `insert into usage.journals values (?, 1, now() - interval '399 days'), (?, 1, now() - interval '401 days')`,
    ids,
  );
  await app().app.get(UsageMaintenanceService).work(new Date());
  const kept = await app().runSql('select id from usage.journals where id in (?, ?)', ids);
  expect(kept).toEqual([{ id: ids[0] }]);
});

it('deletes what is older than its retention period, and keeps the rest', async () => {
  const clientId = newId('cli');
  const day = 86_400_000;
  const ages = [0, 3 * day, 6 * day, 10 * day, 399 * day, 402 * day];
  const writer = app().app.get(UsageWriterService);
  for (const age of ages) {
    const { journal, remove } = await journalOf(eventsOf(clientId, 1, Date.now() - age));
    await writer.apply(journal.takeSegments());
    remove();
  }
  await app().app.get(UsageMaintenanceService).work(new Date());

  expect(await requestsOf(clientId, 'client_minutes')).toBe(1);
  expect(await requestsOf(clientId, 'client_quarters')).toBe(5);
  expect(await requestsOf(clientId)).toBe(5);
  expect(
    await app().runSql(`select count(*)::int as n from usage.requests where client_id = ?`, [clientId]),
  ).toEqual([{ n: 3 }]);
  const partitions = async () =>
    (
      await app().runSql(
        `select relname from pg_class where relname like 'requests_2%' and relkind = 'r' order by 1`,
      )
    ).map(({ relname }) => relname);
  const before = await partitions();
  await app()
    .app.get(UsageMaintenanceService)
    .work(new Date(Date.now() + 30 * day));
  const after = await partitions();
  expect(after.length).toBeLessThan(before.length);
  expect(after).toHaveLength(2);
});
