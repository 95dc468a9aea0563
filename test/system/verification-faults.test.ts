import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { packReports, partOf, type StoredReport } from '../../src/observations/reports/report-block.js';
import { PARTS } from '../../src/verification/store/tiles.js';
import { VERIFIED_DAYS } from '../../src/verification/verification.service.js';
import { type DatabaseUrl, openDatabaseUrl } from '../support/database-url.js';
import { METAR_HEADER, metarRow, minutesAgo } from '../support/metar-rows.js';
import { publishRun } from '../support/published-run.js';
import { cloneDatabase, runSql, type TestDatabase } from '../support/test-postgres.js';
import { ServiceHome } from './service-process.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NOW_MS = Date.now();
const TODAY_MS = Math.floor(NOW_MS / DAY_MS) * DAY_MS;
const HOURS = Array.from({ length: 48 }, (_, i) => TODAY_MS - 2 * DAY_MS + i * HOUR_MS);
const STATIONS = Array.from({ length: 60 }, (_, i) => ({
  id: `K${i.toString(36).padStart(3, '0')}`,
  lat: ((i * 37) % 150) - 75,
  lon: i * 6 - 175,
}));
/** Of the parts of all days that are verified. */
const MIDDLE = (VERIFIED_DAYS * PARTS) / 2;
const TABLES = ['days', 'runs', 'forecasts', 'sums', 'checks', 'biases', 'states'].map(
  (name) => `verification_${name}`,
);

const instant = (timeMs: number) => `'${new Date(timeMs).toISOString()}'`;

let folder: string;
let database: TestDatabase;
let databaseUrl: DatabaseUrl;
const homes: ServiceHome[] = [];
let undisturbed: unknown[];

const sql = <Row = Record<string, unknown>>(statement: string) => runSql<Row>(database.connection, statement);
const numberOf = async (count: string) => {
  const [{ number }] = await sql<{ number: string }>(`select ${count} as number`);
  return Number(number);
};

async function storeReports(): Promise<void> {
  const stations = STATIONS.map(
    ({ id, lat, lon }) => `('${id}', 'metar', ${lat}, ${lon}, 100, ${instant(TODAY_MS)}, 1)`,
  );
  const blocks: string[] = [];
  for (const [i, hourMs] of HOURS.entries())
    for (const [part, group] of Map.groupBy(STATIONS, ({ id }) => partOf(id))) {
      const reports = group.map(({ id }, k) => ({
        ...{ stationId: id, observedAtMs: hourMs, receivedAtMs: hourMs, isSpecial: false, text: id },
        values: { temperature: 10 + ((i * 7 + k * 5 + part) % 6), windSpeed: i % 9, windDirection: 270 },
      }));
      const block = (await packReports(reports as unknown as StoredReport[])).toString('hex');
      blocks.push(`('metar', ${instant(hourMs)}, ${part}, '\\x${block}', false, 1)`);
    }
  await sql(`insert into observation_stations (id, source, lat, lon, elevation, seen_on, version)
    values ${stations.join()}`);
  await sql(`insert into observation_blocks (source, hour, part, reports, is_thinned, version)
    values ${blocks.join()}`);
  await sql(`insert into observation_sources (name, attempted_at, due_at, reports, refused, version)
    values ('metar', now(), now(), 60, '{}', 1)`);
}

async function createHome(): Promise<ServiceHome> {
  const home = await ServiceHome.create({
    DATABASE_URL: databaseUrl.url,
    KEY_SECRET: 'of all processes, 32 characters..',
    OBSERVATIONS: 'metar',
    METAR_BASE_URL: pathToFileURL(folder).href,
  });
  homes.push(home);
  for (const daysAgo of [2, 1])
    await publishRun(home, (NOW_MS - TODAY_MS) / HOUR_MS + daysAgo * 24, {
      stepsHours: Array.from({ length: 61 }, (_, step) => step),
      values: { temperature2m: (step) => 284 + Math.sin(step), windU10m: 4, windV10m: 0 },
    });
  return home;
}

const command = (home: ServiceHome) => home.run(['npm', 'run', 'ingest', '--', '--observations']);

/** Verifies in a process of its own. For a moment, the database may still hold the lock of one that was killed. */
async function verify(): Promise<void> {
  for (;;) {
    const { code, output } = await command(homes[0]).ended;
    expect(code).toBe(0);
    if (!output.includes('Another process')) return;
  }
}

/** Of the two days, from the world to single stations. */
const sums = () =>
  sql(`select day, field, tile, md5(area) as area, md5(stations) as stations, md5(hours) as hours from verification_sums
    where day < ${instant(TODAY_MS)} union all
    select day, 'checks', part, md5(checks), null, null from verification_checks
    where day < ${instant(TODAY_MS)} union all
    select day, 'biases', part, md5(biases), null, null from verification_biases
    where day < ${instant(TODAY_MS)} order by 1, 2, 3`);

/**
 * Forgets everything but that there was a verification, so that the next one is due. Running processes notice, since they
 * keep nothing of it in memory.
 */
async function forget(): Promise<void> {
  const deleted = TABLES.map((table) => `delete from ${table};`).join(' ');
  await sql(`do $$ begin ${deleted}
    insert into verification_days values (${instant(TODAY_MS - 6 * DAY_MS)}, '', 'yesterday'); end $$`);
}

async function untilMiddle(): Promise<void> {
  while ((await numberOf('(select count(*) from verification_checks)')) < MIDDLE) await sleep(1);
}

async function untilVerified(): Promise<void> {
  const recent = `(select count(*) from verification_days where verified_at > now() - interval '1 hour')`;
  while ((await numberOf(recent)) === 0) await sleep(100);
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'metar-'));
  const row = metarRow({ station_id: STATIONS[0].id, observation_time: minutesAgo(0) });
  writeFileSync(join(folder, 'metars.cache.csv'), [METAR_HEADER, row, ''].join('\n'));
  database = await cloneDatabase();
  databaseUrl = await openDatabaseUrl(database.connection);
  await storeReports();
  for (let i = 0; i < 2; i++) await createHome();
  await verify();
  undisturbed = await sums();
  expect(undisturbed.length).toBeGreaterThan(100);
});

afterAll(async () => {
  for (const home of homes) await home.remove();
  await databaseUrl.close();
  await database.drop();
  rmSync(folder, { recursive: true });
});

test('after kill -9 in the middle of it, a verification makes the sums of an undisturbed one', async () => {
  await forget();
  const killed = command(homes[0]);
  await untilMiddle();
  killed.signalGroup('SIGKILL');
  await killed.ended;
  expect(await sums()).not.toEqual(undisturbed);
  await verify();
  expect(await sums()).toEqual(undisturbed);
});

test('reports of an hour that are a day late change the sums to those of an undisturbed one', async () => {
  const hour = `hour = ${instant(HOURS[12])}`;
  await sql(`create table late as select * from observation_blocks where ${hour}`);
  await sql(`delete from observation_blocks where ${hour}`);
  await forget();
  await verify();
  expect(await sums()).not.toEqual(undisturbed);
  await sql('update late set version = version + 1000');
  await sql('insert into observation_blocks select * from late');
  await verify();
  expect(await sums()).toEqual(undisturbed);
});

test('two replicas that verify at once, of which the database goes away for a while, make the same sums', async () => {
  await forget();
  const replicas = homes.map((home) => home.run(['npm', 'run', 'start:api']));
  await untilMiddle();
  const restore = await database.refuseConnections();
  await sleep(2_000);
  await restore();
  expect(await sums()).not.toEqual(undisturbed);
  await untilVerified();
  expect(await sums()).toEqual(undisturbed);

  await forget();
  await untilMiddle();
  // The other one goes on.
  replicas[0].signalGroup('SIGKILL');
  await untilVerified();
  expect(await sums()).toEqual(undisturbed);
});
