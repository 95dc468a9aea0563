import 'reflect-metadata';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MikroORM } from '@mikro-orm/postgresql';
import { LastUsesService } from '../../src/api-keys/last-uses.service.js';
import { acceptedForm } from '../../src/forecast/answer/answer-formats.js';
import { type Configuration } from '../../src/core/config/configuration.js';
import { OWN_FEATURE_SET } from '../../src/boot/features/features.js';
import { loadConfiguration } from '../../src/core/config/load-configuration.js';
import { EmbeddedPostgres } from '../../src/core/database/embedded-postgres/embedded-postgres.js';
import { migrate } from '../../src/core/database/migrate.js';
import { createOrmOptions } from '../../src/core/database/orm-options.js';
import { forecastService } from '../support/forecast-service.js';
import { RunCatalogue } from '../../src/store/catalogue/run-catalogue.js';
import { SecretHasherService } from '../../src/core/secrets/secret-hasher.service.js';
import { Journal } from '../../src/usage/metering/journal/journal.js';
import { ROLL_UP_TABLES } from '../../src/usage/metering/roll-up-tables.js';
import { UsageWriterService } from '../../src/usage/metering/usage-writer.service.js';
import { fillClients, fillKeys } from './keys/filling.js';
import { publishFullRun } from './keyed/full-run.js';
import { type Report } from './report.js';

const CLIENTS = 20_000;
/** Journal segments, each with the requests of one second. */
const SEGMENTS = 5;
const POINT = { lat: '52.2297', lon: '21.0122' };

/** Sizes of responses and stored rows, and the write rate of usage: the inputs of a capacity plan. */
export async function bench(report: Report): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-footprint-'));
  const configuration = loadConfiguration({ DATA_DIR: folder }, OWN_FEATURE_SET.models);
  try {
    await measureAnswers(report, configuration);
    const server = await EmbeddedPostgres.start({ directory: join(folder, 'postgres') });
    await migrate(server.connection, OWN_FEATURE_SET);
    const orm = await MikroORM.init(createOrmOptions(server.connection, OWN_FEATURE_SET));
    await measureRows(report, orm, configuration, join(folder, 'journal')).finally(async () => {
      await orm.close();
      await server.stop();
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** 18 fields for 120 hours from synthetic data. Real data is less smooth; its responses are up to twice as large. */
async function measureAnswers(report: Report, configuration: Configuration): Promise<void> {
  await publishFullRun(configuration.runsDirectory);
  const catalogue = new RunCatalogue(configuration.runsDirectory);
  const service = forecastService(catalogue, configuration);
  const nowMs = Date.now();
  const query = service.queries.parse(POINT, nowMs);
  for (const coding of ['plain', 'zstd', 'br', 'gzip']) {
    const accepted = acceptedForm(undefined, coding === 'plain' ? undefined : coding);
    const { body } = await service.forecast(query, accepted, nowMs);
    report.figure(coding === 'plain' ? 'response, plain' : `response, in ${coding}`, body.length, 'bytes');
  }
  catalogue.close();
}

async function measureRows(
  report: Report,
  orm: MikroORM,
  configuration: Configuration,
  root: string,
): Promise<void> {
  await fillClients(orm, CLIENTS);
  await fillKeys(orm, new SecretHasherService('of the benchmark, 32 characters.'), CLIENTS, 0, CLIENTS);
  const rows = await writeUsage(report, orm, configuration, root);
  await orm.em.execute('vacuum analyze');
  for (const table of ['clients', 'api_keys']) await reportRow(report, orm, table);
  for (const { name } of ROLL_UP_TABLES.filter(({ keys }) => keys.includes('client_id')))
    await reportRow(report, orm, `usage.${name}`);
  await reportRow(report, orm, 'usage.requests');
  report.note(`${rows} rows of usage, of ${CLIENTS} clients with a request each in ${SEGMENTS} seconds`);
}

/** Each client sends one request. Returns the median over the segments of the rows written per second. */
async function writeUsage(
  report: Report,
  orm: MikroORM,
  configuration: Configuration,
  root: string,
): Promise<number> {
  const writer = new UsageWriterService(orm.em, configuration, new LastUsesService());
  const journal = new Journal({ root });
  await journal.open();
  const rates: number[] = [];
  let before = await usageRows(orm);
  for (let number = 0; number < SEGMENTS; number++) {
    await appendRequests(journal, number);
    journal.takeSegments();
    const startMs = performance.now();
    await writer.apply(journal.waiting);
    const seconds = (performance.now() - startMs) / 1000;
    await journal.removeOldest(journal.waiting.length);
    const after = await usageRows(orm);
    rates.push((after - before) / seconds);
    before = after;
  }
  journal.close();
  report.figure(
    'rows of usage that are written',
    rates.sort((a, b) => a - b)[Math.floor(SEGMENTS / 2)],
    '/s',
  );
  return before;
}

async function appendRequests(journal: Journal, segment: number): Promise<void> {
  const perSegment = CLIENTS / SEGMENTS;
  const each = Array.from({ length: perSegment }, (_, i) => segment * perSegment + i);
  const id = (prefix: string, number: number) => `${prefix}_${String(number).padStart(26, '0')}`;
  await Promise.all(
    each.map(
      (number) =>
        new Promise<void>((resolve) =>
          journal.append(
            {
              owner: { keyId: id('key', number), clientId: id('cli', number), accountId: id('acc', number) },
              route: 'GET /v1/weather/forecast',
              timeMs: Date.now(),
              status: 200,
              units: 1,
              bytes: 9_000,
              durationUs: 500 + number,
              detail: { requestId: crypto.randomUUID(), point: { lat: 52.2, lon: 21 } },
            },
            () => resolve(),
          ),
        ),
    ),
  );
}

async function usageRows(orm: MikroORM): Promise<number> {
  let rows = 0;
  for (const table of [...ROLL_UP_TABLES.map(({ name }) => name), 'requests']) {
    const [{ count }] = await orm.em.execute<{ count: string }[]>(`select count(*) from usage.${table}`);
    rows += Number(count);
  }
  return rows;
}

/** Includes all partitions of a partitioned table. */
async function reportRow(report: Report, orm: MikroORM, table: string): Promise<void> {
  const [{ bytes }] = await orm.em.execute<{ bytes: string }[]>(
    `select pg_total_relation_size(?::regclass) +
       coalesce((select sum(pg_total_relation_size(relid)) from pg_partition_tree(?::regclass) where isleaf), 0) as bytes`,
    [table, table],
  );
  const [{ count }] = await orm.em.execute<{ count: string }[]>(`select count(*) from ${table}`);
  report.figure(`a row of ${table}, with its indexes`, Number(bytes) / Number(count), 'bytes');
}
