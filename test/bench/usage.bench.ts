import 'reflect-metadata';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MikroORM } from '@mikro-orm/postgresql';
import { EmbeddedPostgres } from '../../src/core/database/embedded-postgres/embedded-postgres.js';
import { migrate } from '../../src/core/database/migrate.js';
import { OWN_FEATURE_SET } from '../../src/boot/features/features.js';
import { createOrmOptions } from '../../src/core/database/orm-options.js';
import { planReport } from '../../src/usage/reports/report-plan.js';
import { type ReportScope } from '../../src/usage/reports/report-scope.service.js';
import { UsageReaderService } from '../../src/usage/reports/usage-reader.service.js';
import { type UsageQueryDto } from '../../src/usage/reports/usage-query.dto.js';
import { type Report } from './report.js';

const KEYS = Number(process.env.BENCH_USAGE_KEYS ?? 100_000);
const CLIENTS_PER_ACCOUNT = 10;
const DAYS = 90;
const ROUNDS = 15;
const MOST_GROUPS = 101;
const BOUND_MS = 100;

const END = new Date('2026-11-22T00:00:00Z');
const LAST_90_DAYS = { start: '2026-08-24T00:00:00Z', end: '2026-11-22T00:00:00Z', interval: 'day' } as const;

/** Daily usage of one client and of everybody, from a database with one row per key and day. */
export async function bench(report: Report): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'bench-usage-'));
  const server = await EmbeddedPostgres.start({ directory });
  const { connection } = server;
  await migrate(connection, OWN_FEATURE_SET);
  const orm = await MikroORM.init(createOrmOptions(connection, OWN_FEATURE_SET));
  try {
    await fill(orm);
    report.note(`${KEYS} keys of as many clients, ${KEYS / CLIENTS_PER_ACCOUNT} accounts, ${DAYS} days`);
    const reader = new UsageReaderService();
    const measure = async (label: string, scope: ReportScope, query: UsageQueryDto) => {
      const plan = planReport({ ...query }, END);
      const timesMs: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const startMs = performance.now();
        const em = orm.em.fork();
        const { grouping } = plan;
        const groups = grouping
          ? await reader.busiest(em, scope, { ...plan, grouping }, MOST_GROUPS)
          : [null];
        const rows = await reader.read(em, scope, plan, groups);
        if (rows.length === 0) throw new Error(`${label}: nothing was found.`);
        timesMs.push(performance.now() - startMs);
      }
      const medianMs = timesMs.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)];
      report.figure(label, medianMs, 'ms');
      report.ratio(label, medianMs, BOUND_MS, '<= 1');
    };
    const client = { clientIds: ['cli_00000000000000000000000777'] };
    await measure("one client's 90 days by day", client, LAST_90_DAYS);
    await measure("one client's 90 days by day and status", client, { ...LAST_90_DAYS, group_by: 'status' });
    await measure("an administrator's 90 days by day", {}, LAST_90_DAYS);
    await measure(
      "an account's 90 days by day and client",
      { accountId: 'acc_00000000000000000000000077' },
      { ...LAST_90_DAYS, group_by: 'client' },
    );
  } finally {
    await orm.close();
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

async function fill(orm: MikroORM): Promise<void> {
  const em = orm.em.fork();
  const id = (prefix: string, number: string) => `'${prefix}_' || lpad((${number})::text, 26, '0')`;
  await em.execute(
    `insert into usage.client_days (client_id, start, key_id, route, status, account_id, requests, units, bytes, l10, l14, l20)
     select ${id('cli', 'k')}, timestamptz '2026-08-24T00:00:00Z' + d * interval '1 day', ${id('key', 'k')},
       'GET /v1/weather/forecast', 200, ${id('acc', `k / ${CLIENTS_PER_ACCOUNT}`)}, 1000, 1000, 3000000, 900, 90, 10
     from generate_series(0, ${DAYS - 1}) d, generate_series(0, ${KEYS - 1}) k`,
  );
  await em.execute(
    `insert into usage.account_days (account_id, start, route, status, requests, units, bytes, l10, l14, l20)
     select a.account_id, timestamptz '2026-08-24T00:00:00Z' + d * interval '1 day', 'GET /v1/weather/forecast', 200,
       10000, 10000, 30000000, 9000, 900, 100
     from generate_series(0, ${DAYS - 1}) d,
       (select ${id('acc', 'n')} as account_id from generate_series(0, ${KEYS / CLIENTS_PER_ACCOUNT - 1}) n union all select '*') a`,
  );
  await em.execute('analyze usage.client_days, usage.account_days');
}
