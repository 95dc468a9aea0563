import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { around, distance } from 'geokdbush';
import KDBush from 'kdbush';
import { RepeatedWork } from '../../core/background/index.js';
import { ChangeFeedService, DatabaseClockService, DatabasePoll } from '../../core/database/index.js';
import { DAY_MS, HOUR_MS } from '../../core/time/index.js';
import type { Station } from '../../weather/observations/index.js';
import type { ObservationBlock } from './observation-block.entity.js';
import { ObservationSourceState } from './observation-source-state.entity.js';
import { STATION_DAYS, OBSERVATIONS_CHANNEL } from './observation-store.service.js';
import { nearestHourMs, partOf, reportsForHour, type StoredReport, unpackReports } from './report-block.js';

/** An older report says nothing about the current weather. */
const LATEST_MS = 3 * HOUR_MS;

/** Rows are read as they are, since the ORM would make 5,000 entities in one turn of the event loop. */
type Block = Pick<ObservationBlock, 'reports'>;

export interface KnownStation extends Station {
  readonly source: string;
  /** The day of its last report. */
  readonly seenOnMs: number;
}

export interface NearStation {
  readonly station: KnownStation;
  readonly distanceKm: number;
  readonly latest: StoredReport | undefined;
}

/** Reads station reports: the latest of each station from memory, all others from the database. */
@Injectable()
export class ObservationsService extends RepeatedWork {
  protected readonly intervalMs = 1_000;
  private readonly poll: DatabasePoll;
  private states: readonly ObservationSourceState[] = [];
  private readonly stations = new Map<string, KnownStation>();
  private readonly latest = new Map<string, StoredReport>();
  /** Rebuilt when a station is new or has moved. */
  private index: { stations: KnownStation[]; positions: KDBush } | undefined;
  private version = 0;

  constructor(
    private readonly entityManager: EntityManager,
    private readonly clock: DatabaseClockService,
    feed: ChangeFeedService,
  ) {
    super();
    this.poll = new DatabasePoll(feed, [OBSERVATIONS_CHANNEL], () => this.hurry());
  }

  protected override turn(): Promise<void> {
    return this.poll.run(() => this.work(new Date(this.clock.nowMs())));
  }

  /** Reads what has changed since the last time. */
  async work(now: Date): Promise<undefined> {
    await this.entityManager.transactional((em) => this.read(em, now));
  }

  private async read(em: EntityManager, now: Date): Promise<void> {
    const states = await em.find(ObservationSourceState, {});
    const version = Math.max(0, ...states.map((state) => state.version));
    const isRemoved = this.states.some(({ name }) => !states.some((state) => state.name === name));
    if (isRemoved || version < this.version) this.forget();
    if (version > this.version) {
      await this.readStations(em);
      await this.readLatest(em, now);
    }
    this.dropEnded(now);
    this.version = version;
    this.states = states;
  }

  /** What is known of each source that was read. */
  sources(): readonly ObservationSourceState[] {
    return this.states;
  }

  /** Changes with every report that is read. */
  get state(): number {
    return this.version;
  }

  stationsOf(source: string): number {
    return [...this.stations.values()].filter((station) => station.source === source).length;
  }

  station(id: string): KnownStation | undefined {
    return this.stations.get(id);
  }

  /** Returns a station's newest report, unless it is older than three hours. */
  latestOf(id: string, now: Date): StoredReport | undefined {
    const report = this.latest.get(id);
    return report && report.observedAtMs > now.getTime() - LATEST_MS ? report : undefined;
  }

  /**
   * Returns the stations around a point, or those among them that are wanted, the nearest first.
   * @param now undefined if their reports aren't needed
   */
  nearest(
    lat: number,
    lon: number,
    radiusKm: number,
    most: number,
    now: Date | undefined,
    isWanted?: (station: KnownStation, latest: StoredReport | undefined) => boolean,
  ): NearStation[] {
    if (this.stations.size === 0) return [];
    const { stations, positions } = (this.index ??= indexOf([...this.stations.values()]));
    const latestOf = (id: string) => now && this.latestOf(id, now);
    const isIndexWanted =
      isWanted && ((index: number) => isWanted(stations[index], latestOf(stations[index].id)));
    return around(positions, lon, lat, most, radiusKm, isIndexWanted).map((index) => {
      const station = stations[index];
      return {
        station,
        distanceKm: distance(lon, lat, station.lon, station.lat),
        latest: latestOf(station.id),
      };
    });
  }

  /** Returns a station's reports from one time up to another, the oldest first. */
  async history({ id, source }: KnownStation, fromMs: number, toMs: number): Promise<StoredReport[]> {
    const hours = [fromMs, toMs].map((timeMs) => new Date(nearestHourMs(timeMs)));
    const blocks = await this.entityManager.execute<Block[]>(
      'select reports from observation_blocks where source = ? and part = ? and hour between ? and ?',
      [source, partOf(id), ...hours],
    );
    const reports: StoredReport[] = [];
    for (const block of blocks) {
      const ofHour = await unpackReports(block.reports);
      reports.push(
        ...ofHour.filter(
          ({ stationId, observedAtMs, text }) =>
            stationId === id && observedAtMs >= fromMs && observedAtMs <= toMs && text !== null,
        ),
      );
    }
    return reports.sort((one, other) => one.observedAtMs - other.observedAtMs);
  }

  /** Returns every station, by ID. */
  all(): ReadonlyMap<string, KnownStation> {
    return this.stations;
  }

  /** Returns for each hour of a span, the last one included, which has reports, a number that grows with each change. */
  async versionsOfHours(fromMs: number, toMs: number): Promise<Map<number, number>> {
    const rows = await this.entityManager.execute<{ hour: Date; version: number }[]>(
      'select hour, max(version) as version from observation_blocks where hour between ? and ? group by hour',
      [new Date(fromMs), new Date(toMs)],
    );
    return new Map(rows.map(({ hour, version }) => [new Date(hour).getTime(), version]));
  }

  /** Returns the report for an hour of each station that has one, block by block. */
  async *reportsOf(hourMs: number): AsyncGenerator<StoredReport[]> {
    const blocks = await this.entityManager.execute<Block[]>(
      'select reports from observation_blocks where hour = ? order by source, part',
      [new Date(hourMs)],
    );
    for (const { reports } of blocks) yield reportsForHour(await unpackReports(reports), hourMs);
  }

  private async readStations(em: EntityManager): Promise<void> {
    const changed = await em.execute<KnownStation[]>(
      `select id, source, name, lat, lon, elevation, extract(epoch from seen_on)::float8 * 1000 as "seenOnMs"
       from observation_stations where version > ?`,
      [this.version],
    );
    for (const station of changed) this.stations.set(station.id, station);
    if (changed.length > 0) this.index = undefined;
  }

  private async readLatest(em: EntityManager, now: Date): Promise<void> {
    const changed = await em.execute<Block[]>(
      'select reports from observation_blocks where hour >= ? and version > ?',
      [new Date(nearestHourMs(now.getTime() - LATEST_MS)), this.version],
    );
    for (const { reports } of changed)
      for (const report of await unpackReports(reports)) {
        const known = this.latest.get(report.stationId);
        if (!known || known.observedAtMs <= report.observedAtMs) this.latest.set(report.stationId, report);
      }
  }

  /** Those that are deleted from the database: nothing else tells of it. */
  private dropEnded(now: Date): void {
    for (const { id, seenOnMs } of this.stations.values()) {
      if (seenOnMs >= now.getTime() - STATION_DAYS * DAY_MS) continue;
      this.stations.delete(id);
      this.latest.delete(id);
      this.index = undefined;
    }
  }

  private forget(): void {
    this.version = 0;
    this.stations.clear();
    this.latest.clear();
    this.index = undefined;
  }
}

function indexOf(stations: KnownStation[]) {
  const positions = new KDBush(stations.length, undefined, Float64Array);
  for (const { lat, lon } of stations) positions.add(lon, lat);
  positions.finish();
  return { stations, positions };
}
