import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { distance } from 'geokdbush';
import { inTurns } from '../../core/background/index.js';
import { growingCache, Problem } from '../../core/http/index.js';
import { DAY_MS, HOUR_MS, MINUTE_MS, startOfUtcDay, toInstant } from '../../core/time/index.js';
import { type NearStation, ObservationsService } from '../../observations/index.js';
import {
  HOUR_BINS,
  LEAD_BINS,
  LEAST_CASES,
  SCORED_FIELDS,
  type ScoredField,
} from '../../weather/verification/index.js';
import { areaOf, stationSums } from '../scores/merge-sums.js';
import { unpackSums, unpackSumsAtOnce } from '../store/blocks.js';
import { LATER_RUNS, middleOf, tileOf, tilesWithin, WORLD } from '../store/tiles.js';
import { type AccuracyDto, type AccuracyQueryDto, SCOPES, type Scope } from './accuracy.dto.js';
import { type DaySourceSums, scoreRows } from './score-rows.js';

const KM_PER_DEGREE = 111.2;
const NEAR_KM = 50;
const REGION_KM = 300;
const MOST_STATIONS = 500;
/** Answers are the same for as long as callers keep them. */
const KEPT_MS = 10 * MINUTE_MS;
const MOST_KEPT = 1_000;

interface Asked {
  readonly field: ScoredField;
  readonly from: Date;
  readonly by: 'lead' | 'hour';
}

interface SumsRow {
  day: Date;
  block: Buffer;
}

interface Place {
  lat: number;
  lon: number;
}

/** Answers how accurate forecasts were, from sums that are ready. */
@Injectable()
export class AccuracyService {
  private readonly answers = growingCache<string, { untilMs: number; answer: AccuracyDto }>(MOST_KEPT);

  constructor(
    private readonly entityManager: EntityManager,
    private readonly observations: ObservationsService,
  ) {}

  async answer(query: AccuracyQueryDto, now: Date): Promise<AccuracyDto> {
    const place = placeOf(query);
    const { field, days, by, scope } = query;
    if (by === 'hour' && (scope === 'station' || scope === '50km'))
      throw invalid(
        'by',
        'by=hour needs more cases than those of a few stations: set scope to 300km or world.',
      );
    if (!place && scope !== undefined && scope !== 'world')
      throw invalid('scope', `scope=${scope} needs lat and lon.`);
    const key = JSON.stringify([field, place, days, by, scope]);
    const known = this.answers.get(key);
    if (known && known.untilMs > now.getTime()) return known.answer;
    const answer = await this.make(query, place, now);
    this.answers.set(key, { untilMs: now.getTime() + KEPT_MS, answer });
    return answer;
  }

  private async make(query: AccuracyQueryDto, place: Place | undefined, now: Date): Promise<AccuracyDto> {
    const field = SCORED_FIELDS.find(({ name }) => name === query.field)!;
    const by = query.by!;
    const from = new Date(startOfUtcDay(now).getTime() - (query.days! - 1) * DAY_MS);
    const asked = { field, from, by };
    const near = place ? this.observations.nearest(place.lat, place.lon, NEAR_KM, MOST_STATIONS, now) : [];
    const possible = SCOPES.filter((scope) => {
      if (query.scope) return scope === query.scope;
      if (!place) return scope === 'world';
      return by === 'lead' || scope === '300km' || scope === 'world';
    });
    let [scope, data]: [Scope, AccuracyDto['data']] = ['world', []];
    for (scope of possible) {
      data = scoreRows(field, await this.sumsOf(scope, asked, place, near), by);
      if (data.some(({ cases }) => cases >= LEAST_CASES)) break;
    }
    if (scope === 'world' && by === 'lead') data = [...data, ...(await this.laterRuns(asked))];
    const [nearest] = near;
    return {
      field: field.name,
      unit: field.unit,
      start: toInstant(from),
      end: toInstant(new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS)),
      scope,
      station: scope === 'station' && nearest ? stationOf(nearest) : null,
      data,
    };
  }

  /** Each model against its own later runs, so their cases differ. */
  private async laterRuns(asked: Asked): Promise<AccuracyDto['data']> {
    const parts = await this.areas(asked, [LATER_RUNS]);
    const sources = [...new Set(parts.flatMap((part) => part.sources))].sort();
    return sources.flatMap((source) => {
      const own = parts.flatMap((part) => {
        const s = part.sources.indexOf(source);
        const first = part.first + s * LEAD_BINS.length * asked.field.numbers;
        return s === -1 ? [] : [{ ...part, sources: [source], first }];
      });
      return scoreRows(asked.field, own, 'lead').map((row) => ({ ...row, truth: 'later_runs' as const }));
    });
  }

  private async sumsOf(
    scope: Scope,
    asked: Asked,
    place: Place | undefined,
    near: readonly NearStation[],
  ): Promise<DaySourceSums[]> {
    if (scope === 'world' || !place) return this.areas(asked, [WORLD]);
    if (scope === '300km') return this.areas(asked, tilesAround(place));
    return this.stations(asked, scope === 'station' ? near.slice(0, 1) : near);
  }

  private async areas({ field, from, by }: Asked, tiles: readonly number[]): Promise<DaySourceSums[]> {
    const [column, bins] =
      by === 'lead'
        ? (['coalesce(area, stations)', LEAD_BINS.length] as const)
        : (['hours', HOUR_BINS] as const);
    const rows = await this.rows(column, field.name, from, tiles);
    return inTurns(areasOf(rows, bins, field.numbers));
  }

  private async stations({ field, from }: Asked, near: readonly NearStation[]): Promise<DaySourceSums[]> {
    const wanted = new Set(near.map(({ station }) => station.id));
    const tiles = [...new Set(near.map(({ station }) => tileOf(station.lat, station.lon)))];
    const parts: DaySourceSums[] = [];
    // One block at a time: they take many times as much memory as what is wanted of them.
    for (const row of await this.rows('stations', field.name, from, tiles)) {
      const block = await unpackSums(row.block);
      const dayMs = dayOf(row);
      const ofEach = stationSums(block);
      block.stations!.forEach((id, i) => {
        const { sources, sums, first } = ofEach[i];
        const size = sums.length / ofEach.length;
        if (wanted.has(id))
          parts.push({ dayMs, sources, sums: block.sums.slice(first, first + size), first: 0 });
      });
    }
    return parts;
  }

  private async rows(
    column: 'coalesce(area, stations)' | 'stations' | 'hours',
    field: string,
    from: Date,
    tiles: readonly number[],
  ): Promise<SumsRow[]> {
    if (tiles.length === 0) return [];
    return this.entityManager.execute<SumsRow[]>(
      `select day, ${column} as block from verification_sums
         where field = ? and tile in (${tiles.map(() => '?').join(', ')}) and day >= ? and ${column} is not null
         order by day, tile`,
      [field, ...tiles, from],
    );
  }
}

function* areasOf(
  rows: readonly SumsRow[],
  bins: number,
  numbers: number,
): Generator<unknown, DaySourceSums[]> {
  const parts: DaySourceSums[] = [];
  for (const row of rows) {
    const area = yield* areaOf(unpackSumsAtOnce(row.block), bins, numbers);
    parts.push({ dayMs: dayOf(row), ...area });
    yield;
  }
  return parts;
}

function dayOf({ day }: SumsRow): number {
  return new Date(day).getTime();
}

function placeOf({ lat, lon }: AccuracyQueryDto): Place | undefined {
  if ((lat === undefined) !== (lon === undefined))
    throw invalid(lat === undefined ? 'lat' : 'lon', 'lat and lon must be given together.');
  if (lat === undefined || lon === undefined) return undefined;
  const rounded = (degrees: number) => Math.round(degrees * 10) / 10;
  return { lat: rounded(lat), lon: rounded(lon) };
}

/** The tiles whose middle is within 300 km, and the one that the place is in. */
function tilesAround({ lat, lon }: Place): number[] {
  const latDegrees = REGION_KM / KM_PER_DEGREE;
  const lonDegrees = Math.min(180, latDegrees / Math.max(Math.cos((lat * Math.PI) / 180), 0.01));
  const within = tilesWithin(lat, lon, latDegrees, lonDegrees).filter((tile) => {
    const middle = middleOf(tile);
    return distance(lon, lat, middle.lon, middle.lat) <= REGION_KM;
  });
  return [...new Set([...within, tileOf(lat, lon)])];
}

function stationOf({ station, distanceKm }: NearStation): AccuracyDto['station'] {
  const { id, name, lat, lon } = station;
  return { id, name, lat, lon, distanceKm: Math.round(distanceKm * 10) / 10 };
}

function invalid(parameter: string, detail: string): Problem {
  return new Problem('invalid_parameter', { errors: [{ parameter, detail }] });
}
