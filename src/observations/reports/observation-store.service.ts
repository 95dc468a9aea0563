import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { DAY_MS, HOUR_MS, startOfUtcDay } from '../../core/time/index.js';
import type { Station, StationReport } from '../../weather/observations/index.js';
import { ObservationBlock } from './observation-block.entity.js';
import { ObservationSourceState } from './observation-source-state.entity.js';
import { ObservationStation } from './observation-station.entity.js';
import {
  mergeReports,
  nearestHourMs,
  packReports,
  partOf,
  reportsForHour,
  type StoredReport,
  storedReport,
  unpackReports,
} from './report-block.js';

/** The PostgreSQL notification channel: reports were stored, or a source's state has changed. */
export const OBSERVATIONS_CHANNEL = 'weather_observations';
/** What stations reported can be read for as long. Later, only one report for each station and hour is kept. */
export const HISTORY_DAYS = 7;
/** Until forecasts are compared for the last time, with what was reported in the days before. */
export const REPORT_DAYS = 9;
/** Stations that were silent for so long are forgotten. */
export const STATION_DAYS = 35;
const THINNED_AT_ONCE = 200;
const STATIONS_AT_ONCE = 500;

/** What an attempt at a source brought; the rest of its state stays. */
export type SourceChange = Omit<Partial<ObservationSourceState>, 'name' | 'version'> &
  Pick<ObservationSourceState, 'attemptedAt' | 'dueAt' | 'error'>;

/** Station reports in the database, which every process shares. */
@Injectable()
export class ObservationStoreService {
  constructor(private readonly entityManager: EntityManager) {}

  states(): Promise<ObservationSourceState[]> {
    return this.entityManager.transactional((em) => em.find(ObservationSourceState, {}));
  }

  /** Stores reports, the stations that they are from, and the state of their source: all of it or nothing. */
  async add(source: string, reports: readonly StationReport[], change: SourceChange): Promise<void> {
    const receivedAtMs = change.attemptedAt.getTime();
    const groups = Map.groupBy(
      reports.map((report) => storedReport(report, receivedAtMs)),
      ({ observedAtMs, stationId }) => `${nearestHourMs(observedAtMs)} ${partOf(stationId)}`,
    );
    await this.entityManager.transactional(async (em) => {
      const version = await lock(em);
      const before = await em.findOne(ObservationSourceState, source);
      const next = { receivedAt: null, newestReportAt: null, reports: 0, refused: {}, ...change, version };
      if (before) em.assign(before, { ...change, version });
      else em.create(ObservationSourceState, { name: source, ...next });
      for (const [key, added] of groups) {
        const [hourMs, part] = key.split(' ').map(Number);
        await mergeBlock(em, [source, new Date(hourMs), part], added, version);
      }
      await em.flush();
      await writeStations(em, source, stationsOf(reports), change.attemptedAt, version);
      await tell(em);
    });
  }

  /** Deletes everything from other sources. */
  async keepOnly(sources: readonly string[]): Promise<void> {
    const other = <Name extends string>(name: Name) =>
      sources.length === 0 ? {} : { [name]: { $nin: [...sources] } };
    await this.entityManager.transactional(async (em) => {
      if ((await em.count(ObservationSourceState, other('name'))) === 0) return;
      await lock(em);
      await em.nativeDelete(ObservationSourceState, other('name'));
      await em.nativeDelete(ObservationBlock, other('source'));
      await em.nativeDelete(ObservationStation, other('source'));
      await tell(em);
    });
  }

  /** Leaves of each station's reports that are older than the history only the one for each hour. */
  async thin(now: Date): Promise<void> {
    const hour = { $lt: new Date(now.getTime() - HISTORY_DAYS * DAY_MS - HOUR_MS) };
    await this.entityManager.transactional(async (em) => {
      await lock(em);
      const blocks = await em.find(
        ObservationBlock,
        { hour, isThinned: false },
        { limit: THINNED_AT_ONCE, orderBy: { hour: 'asc' } },
      );
      for (const block of blocks) {
        const kept = reportsForHour(await unpackReports(block.reports), block.hour.getTime());
        block.reports = await packReports(kept.map((report) => ({ ...report, text: null })));
        block.isThinned = true;
      }
    });
  }
}

/** One statement for each block, since the ORM would compare and write all of them in one turn of the event loop. */
async function mergeBlock(
  em: EntityManager,
  key: readonly [source: string, hour: Date, part: number],
  added: readonly StoredReport[],
  version: number,
): Promise<void> {
  const [known] = await em.execute<Pick<ObservationBlock, 'reports'>[]>(
    'select reports from observation_blocks where source = ? and hour = ? and part = ?',
    [...key],
  );
  const merged = mergeReports(known ? await unpackReports(known.reports) : [], added);
  if (!merged) return;
  await em.execute(
    `insert into observation_blocks as known (source, hour, part, reports, version) values (?, ?, ?, ?, ?)
     on conflict (source, hour, part) do update set reports = excluded.reports, version = excluded.version
     where not known.is_thinned`,
    [...key, await packReports(merged), version],
  );
}

/** Lets one process write at a time. Returns the next version. */
async function lock(em: EntityManager): Promise<number> {
  await em.execute(`select pg_advisory_xact_lock(hashtext('observations'))`);
  const [{ version }] = await em.execute<[{ version: number }]>(
    'select coalesce(max(version), 0) + 1 as version from observation_sources',
  );
  return version;
}

async function tell(em: EntityManager): Promise<void> {
  await em.execute('select pg_notify(?, ?)', [OBSERVATIONS_CHANNEL, '']);
}

/** A station can be in a file twice. */
function stationsOf(reports: readonly StationReport[]): Station[] {
  return [...new Map(reports.map(({ station }) => [station.id, station])).values()];
}

/** Writes those that are new, have moved, or weren't seen before on the day. */
async function writeStations(
  em: EntityManager,
  source: string,
  stations: readonly Station[],
  seenAt: Date,
  version: number,
): Promise<void> {
  for (let first = 0; first < stations.length; first += STATIONS_AT_ONCE)
    await em.execute(
      `insert into observation_stations as known (id, source, name, lat, lon, elevation, seen_on, version)
     select id, ?, name, lat, lon, elevation, ?::timestamptz, ?::int from jsonb_to_recordset(?::jsonb)
       as seen (id text, name text, lat float8, lon float8, elevation float8) order by id
     on conflict (id) do update set source = excluded.source, name = excluded.name, lat = excluded.lat,
       lon = excluded.lon, elevation = excluded.elevation, seen_on = excluded.seen_on, version = excluded.version
     where (known.source, known.name, known.lat, known.lon, known.elevation, known.seen_on) is distinct from
       (excluded.source, excluded.name, excluded.lat, excluded.lon, excluded.elevation, excluded.seen_on)`,
      [
        source,
        startOfUtcDay(seenAt),
        version,
        JSON.stringify(stations.slice(first, first + STATIONS_AT_ONCE)),
      ],
    );
}
