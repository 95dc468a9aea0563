import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { inTurns } from '../../core/background/index.js';
import { DAY_MS, HOUR_MS } from '../../core/time/index.js';
import { ObservationsService } from '../../observations/index.js';
import {
  CHECK_NUMBERS,
  DAY_HOURS,
  type DayForecast,
  EARLIER_DAYS,
  FORECAST_DAY,
  HOUR_BINS,
  LEAD_BINS,
  NO_VALUE,
  OBSERVED_DAY,
  SCORED_FIELDS,
  type ScoredField,
  checksAfter,
  compareSums,
  heldBefore,
  holdImplausible,
  isHeldOn,
  mostError,
  newestTakenOut,
  observedOffset,
  reliableStations,
  scoreDay,
  truthOfRuns,
  withClimatology,
  withPersistence,
} from '../../weather/verification/index.js';
import { ForecastStoreService, type KeptForecasts } from '../forecasts/forecast-store.service.js';
import { averagesAt } from '../forecasts/forecast-days.js';
import { IssuedForecastsService } from '../forecasts/issued-forecasts.service.js';
import { isLeftOut } from '../forecasts/own-sources.js';
import { REFERENCE_PART, REFERENCE_POINTS } from '../forecasts/reference-points.js';
import { type PlacedStation, partsOf } from '../forecasts/station-parts.js';
import type { CheckBlock, SumsBlock } from '../store/blocks.js';
import { LATER_RUNS, PARTS, WORLD } from '../store/tiles.js';
import { LearnDayService } from './learn-day.service.js';
import { mergeSums, stationSums } from './merge-sums.js';
import { ObservedDaysService } from './observed-days.service.js';
import { ScoreStoreService, type TileSums } from './score-store.service.js';

/** What is known of a day at some stations. */
interface PreparedDay {
  readonly stations: readonly PlacedStation[];
  readonly ids: readonly string[];
  readonly observed: Int16Array;
  readonly earlier: ReadonlyMap<number, Int16Array>;
  readonly forecasts: readonly DayForecast[];
  readonly isReliable: readonly boolean[];
  /** What is known of the stations at its end. */
  readonly checks: Float32Array;
}

/**
 * Makes the sums of a day from what is stored of it, and replaces those that there are. Nothing is added to anything that
 * was stored: however often a day is verified, by whom and after what, the same reports and forecasts give the same sums.
 */
@Injectable()
export class VerifyDayService {
  constructor(
    private readonly observations: ObservationsService,
    private readonly observed: ObservedDaysService,
    private readonly forecasts: ForecastStoreService,
    private readonly store: ScoreStoreService,
    private readonly learning: LearnDayService,
    private readonly issued: IssuedForecastsService,
  ) {}

  async verify(dayMs: number, now: Date, signal: AbortSignal): Promise<void> {
    const areas: TileSums[] = [];
    const hours = Math.min(Math.max(Math.floor((now.getTime() - dayMs) / HOUR_MS), 0), 24);
    const parts = partsOf(this.observations.all().values());
    const learned = await this.learning.before(dayMs);
    for (let part = 0; part < PARTS; part++) {
      signal.throwIfAborted();
      const kept = await this.forecasts.of(new Date(dayMs), part);
      const before = await this.store.checks(new Date(dayMs - DAY_MS), part);
      const day = await inTurns(this.prepare(dayMs, parts[part], kept, hours, before));
      await this.store.writeChecks(new Date(dayMs), part, { stations: day.ids, values: day.checks });
      await this.learning.learn(dayMs, part, day.stations, day, learned);
      const sums = await this.score(day, dayMs);
      areas.push(...sums.map(({ field, tile, area, hours }) => ({ field, tile, area, hours })));
      await this.store.write(new Date(dayMs), part, sums);
    }
    const sums: TileSums[] = [];
    for (const field of SCORED_FIELDS) {
      const ofField = areas.filter((area) => area.field === field.name);
      if (ofField.length > 0)
        sums.push({ field: field.name, tile: WORLD, ...(await inTurns(worldOf(field, ofField))) });
    }
    await this.store.write(new Date(dayMs), WORLD, sums);
    await this.store.write(new Date(dayMs), LATER_RUNS, await this.laterRuns(dayMs));
  }

  /** Compares the runs of each model with the first hours of its later ones. */
  private async laterRuns(dayMs: number): Promise<TileSums[]> {
    const ids = REFERENCE_POINTS.map(({ id }) => id);
    const kept = await this.forecasts.of(new Date(dayMs), REFERENCE_PART);
    const all = await inTurns(alignedAll(kept, ids, dayMs));
    const models: { source: string; day: Parameters<typeof scoreDay>[0] }[] = [];
    for (const [source, forecasts] of Map.groupBy(all, (one) => one.source)) {
      const observed = await inTurns(truthOfRuns(forecasts, ids.length));
      models.push({ source, day: { stations: ids.length, observed, forecasts } });
    }
    const sources = models.map(({ source }) => source);
    const made: TileSums[] = [];
    for (const field of SCORED_FIELDS.filter(({ kind }) => kind === 'error' || kind === 'vector')) {
      const size = LEAD_BINS.length * field.numbers;
      const sums = new Float64Array(sources.length * size);
      for (const [s, { source, day }] of models.entries()) {
        const { byLead } = await inTurns(scoreDay(day, field, [source]));
        const parts = ids.map((_, i) => ({ sources: [source], sums: byLead, first: i * size }));
        const merged = await inTurns(compareSums(parts, [source], LEAD_BINS.length, field.numbers));
        // In these hours, a run is compared with itself.
        sums.set(merged.fill(0, 0, field.numbers), s * size);
      }
      if (sums.some((sum) => sum !== 0))
        made.push({ field: field.name, tile: LATER_RUNS, area: { sources, sums } });
    }
    return made;
  }

  private *prepare(
    dayMs: number,
    stations: readonly PlacedStation[],
    kept: readonly KeptForecasts[],
    hours: number,
    before: CheckBlock | undefined,
  ): Generator<void, PreparedDay> {
    const ids = stations.map(({ id }) => id);
    const earlier = new Map<number, Int16Array>();
    for (let back = 1; back <= EARLIER_DAYS; back++) {
      earlier.set(back, this.observed.day(dayMs - back * DAY_MS, ids));
      yield;
    }
    const observed = this.observed.day(dayMs, ids);
    const forecasts = yield* alignedAll(kept, ids, dayMs);
    const week = Array.from({ length: EARLIER_DAYS }, (_, i) => earlier.get(EARLIER_DAYS - i));
    const asReported = observed.slice();
    const checks = checksOf(before, ids);
    const held = yield* holdImplausible(observed, earlier.get(1), ids.length, forecasts, (station) =>
      mostError(checks, station),
    );
    const heldInWeek = held.map((heldHours, station) => heldHours + heldBefore(checks, station));
    const wasRead = (day: number, hour: number) =>
      this.observed.wasRead(dayMs + (day - EARLIER_DAYS) * DAY_MS + hour * HOUR_MS);
    const takenOut = newestTakenOut(asReported, observed, ids.length);
    const isReliable = yield* reliableStations([...week, asReported], hours, heldInWeek, wasRead);
    const out = isReliable.map((isIn, station) => !isIn || takenOut[station]);
    isReliable.forEach((isIn, station) => {
      if (!isIn) observed.fill(NO_VALUE, station * OBSERVED_DAY, (station + 1) * OBSERVED_DAY);
    });
    for (const [back, values] of earlier) {
      earlier.set(back, trusted(values, checks, back));
      yield;
    }
    return {
      stations,
      ids,
      observed,
      earlier,
      forecasts,
      isReliable,
      checks: yield* checksAfter(checks, observed, forecasts, held, out),
    };
  }

  private async score(day: PreparedDay, dayMs: number): Promise<TileSums[]> {
    if (day.forecasts.length === 0) return [];
    const { averagesOn } = this.issued;
    const usual = averagesOn && (await inTurns(averagesAt(day.stations, dayMs, averagesOn)));
    const withPast = withPersistence({ ...day, stations: day.ids.length });
    const forecasts = usual ? withClimatology(withPast, usual) : withPast;
    const all = [...new Set(forecasts.map(({ source }) => source))].sort();
    const tiles = Map.groupBy(day.stations.keys(), (i) => day.stations[i].tile);
    const made: TileSums[] = [];
    for (const field of SCORED_FIELDS) {
      const sources = all.filter((source) => !isLeftOut(source, field.name));
      const { byLead, byHour } = await inTurns(
        scoreDay({ stations: day.ids.length, observed: day.observed, forecasts }, field, sources),
      );
      for (const [tile, indices] of tiles) {
        const of = (sums: Float64Array, bins: number): SumsBlock => {
          const size = sources.length * bins * field.numbers;
          const own = new Float64Array(indices.length * size);
          indices.forEach((i, k) => own.set(sums.subarray(i * size, (i + 1) * size), k * size));
          return { sources, stations: indices.map((i) => day.ids[i]), sums: own };
        };
        const stations = of(byLead, LEAD_BINS.length);
        if (stations.sums.every((sum) => sum === 0)) continue;
        const merged = (block: SumsBlock, bins: number) =>
          inTurns(mergeSums(stationSums(block), bins, field.numbers));
        const area = await merged(stations, LEAD_BINS.length);
        const hours = await merged(of(byHour, HOUR_BINS), HOUR_BINS);
        made.push({ field: field.name, tile, area, stations, hours });
      }
    }
    return made;
  }
}

/** What is known of some stations, in their order. */
function checksOf(before: CheckBlock | undefined, ids: readonly string[]): Float32Array {
  const checks = new Float32Array(ids.length * CHECK_NUMBERS);
  const indexes = new Map(ids.map((id, index) => [id, index]));
  before?.stations.forEach((id, from) => {
    const to = indexes.get(id);
    const numbers = before.values.subarray(from * CHECK_NUMBERS, (from + 1) * CHECK_NUMBERS);
    if (to !== undefined) checks.set(numbers, to * CHECK_NUMBERS);
  });
  return checks;
}

/** What was observed so many days before, but for the stations of which temperatures were taken out then. */
function trusted(observed: Int16Array, checks: Float32Array, daysBefore: number): Int16Array {
  const values = observed.slice();
  for (let station = 0; station * CHECK_NUMBERS < checks.length; station++)
    if (isHeldOn(checks, station, daysBefore))
      for (const name of ['temperature', 'dewPoint'] as const) {
        const first = observedOffset(name, station);
        values.fill(NO_VALUE, first, first + DAY_HOURS);
      }
  return values;
}

function* alignedAll(
  kept: readonly KeptForecasts[],
  ids: readonly string[],
  dayMs: number,
): Generator<void, DayForecast[]> {
  const all: DayForecast[] = [];
  for (const one of kept) {
    all.push(aligned(one, ids, dayMs));
    yield;
  }
  return all;
}

/** The forecasts of some stations in their order; those that aren't among them have none. */
function aligned(
  { source, runMs, stations, values }: KeptForecasts,
  ids: readonly string[],
  dayMs: number,
): DayForecast {
  const leadHours = (dayMs - runMs) / HOUR_MS;
  // Copies would make most of the garbage, which is collected in long turns.
  if (isDeepStrictEqual(stations, ids)) return { source, leadHours, values };
  const indexes = new Map(stations.map((id, index) => [id, index]));
  const all = new Int16Array(ids.length * FORECAST_DAY).fill(NO_VALUE);
  ids.forEach((id, to) => {
    const from = indexes.get(id);
    if (from !== undefined)
      all.set(values.subarray(from * FORECAST_DAY, (from + 1) * FORECAST_DAY), to * FORECAST_DAY);
  });
  return { source, leadHours, values: all };
}

/** The sums of areas that may know different sources. */
function* worldOf(
  { numbers }: ScoredField,
  areas: readonly TileSums[],
): Generator<void, Pick<TileSums, 'area' | 'hours'>> {
  const all = (blocks: readonly (SumsBlock | undefined)[]) =>
    blocks.flatMap((block) => (block ? { ...block, first: 0 } : []));
  return {
    area: yield* mergeSums(all(areas.map(({ area }) => area)), LEAD_BINS.length, numbers),
    hours: yield* mergeSums(all(areas.map(({ hours }) => hours)), HOUR_BINS, numbers),
  };
}
