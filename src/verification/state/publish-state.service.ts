import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { inTurns } from '../../core/background/index.js';
import { DatabaseClockService } from '../../core/database/index.js';
import { HOUR_MS, MINUTE_MS, startOfUtcDay } from '../../core/time/index.js';
import { ObservationsService } from '../../observations/index.js';
import {
  CORRECTED_FIELDS,
  LEAD_BINS,
  NO_CORRECTION,
  STATION_BIASES,
  type CarriedErrors,
  carriedErrors,
  carriedShare,
  correctionsOf,
  wideningOf,
} from '../../weather/verification/index.js';
import { ScoreStoreService } from '../scores/score-store.service.js';
import { STATES_CHANNEL } from '../store/states-channel.js';
import { regionOf } from './regions.js';
import { type StateContent, WEIGHTED_GROUPS, factorsOf, packState } from './state-content.js';
import { isRecent } from './recent-verification.js';
import { VerifiedErrorsService, fieldOf } from './verified-errors.service.js';
import { weightFactors } from './weight-factors.js';

/** Every process has read a state by the time that it is used. */
const LEAST_NOTICE_MS = MINUTE_MS;
/** What is verified of a group: speed and direction of the wind together. */
const FIELDS = { temperature: 'temperature', wind: 'wind', pressure: 'pressureSurfaceLevel' } as const;

type Weights = Pick<StateContent, 'models' | 'regions' | 'factors' | 'widening'>;
type Corrections = Pick<StateContent, 'gatedRegions' | 'gates' | 'stations' | 'positions' | 'corrections'>;

/** Publishes what forecasts use of the verification. */
@Injectable()
export class PublishStateService {
  /** What the full days before a day say. */
  private known: { readonly inputs: string; readonly weights: Weights } | undefined;

  constructor(
    private readonly entityManager: EntityManager,
    private readonly observations: ObservationsService,
    private readonly scores: ScoreStoreService,
    private readonly errors: VerifiedErrorsService,
    private readonly clock: DatabaseClockService,
  ) {}

  /**
   * Publishes a state from the next hour on, since responses change then anyway, or nothing if it would be the same. The
   * first one, and one after a gap, holds at once.
   *
   * @param inputs another text whenever anything changes that the sums of the full days are made from
   */
  async publish(now: Date, inputs: string, signal: AbortSignal): Promise<void> {
    if (this.known?.inputs !== inputs) this.known = { inputs, weights: await this.weights(now, signal) };
    const { weights } = this.known;
    const state = await packState({ ...weights, ...(await this.corrections(now)) });
    const verifiedAt = await this.scores.verifiedAt();
    // Verifying may have taken long.
    const publishedAt = new Date(this.clock.nowMs());
    const nextHour = new Date(
      (Math.floor((publishedAt.getTime() + LEAST_NOTICE_MS) / HOUR_MS) + 1) * HOUR_MS,
    );
    await this.entityManager.transactional(async (em) => {
      const [last] = await em.execute<{ number: number; publishedAt: Date; state: Buffer }[]>(
        'select number, published_at as "publishedAt", state from verification_states order by number desc limit 1',
      );
      if (last?.state.equals(state)) return;
      const isUsed = last && [verifiedAt, new Date(last.publishedAt)].some((at) => isRecent(at, publishedAt));
      const effectiveAt = isUsed ? nextHour : publishedAt;
      // One that nothing has used yet is replaced.
      await em.execute('delete from verification_states where effective_at >= ?', [effectiveAt]);
      await em.execute(
        'insert into verification_states (number, published_at, effective_at, state) values (?, ?, ?, ?)',
        [(last?.number ?? 0) + 1, publishedAt, effectiveAt, state],
      );
      await em.execute('select pg_notify(?, ?)', [STATES_CHANNEL, '']);
    });
  }

  private async weights(now: Date, signal: AbortSignal): Promise<Weights> {
    const groups = WEIGHTED_GROUPS.map((group) => ({ group, field: fieldOf(FIELDS[group]) }));
    const worlds = [];
    const tiles = [];
    for (const { field } of groups) {
      worlds.push(await this.errors.ofModels(field, now));
      tiles.push(await this.errors.regions(field, now));
    }
    const models = [...new Set(worlds.flatMap(({ sources }) => sources))].sort();
    const regions = [...new Set(tiles.flatMap((ofField) => [...ofField.keys()]))].sort(
      (one, other) => one - other,
    );
    const size = factorsOf(models);
    const factors = new Float32Array((1 + regions.length) * size);
    for (const [g, { group, field }] of groups.entries()) {
      const first = g * models.length * LEAD_BINS.length;
      const ofWorld = weightFactors(models, group, field, worlds[g]);
      factors.set(ofWorld, first);
      for (const [i, region] of regions.entries()) {
        signal.throwIfAborted();
        const ofRegion = tiles[g].get(region);
        const sums = ofRegion
          ? await this.errors.ofModels(field, now, ofRegion)
          : { sources: [], sums: new Float64Array() };
        factors.set(weightFactors(models, group, field, sums, ofWorld), (1 + i) * size + first);
      }
    }
    const widening = (await this.errors.coverage(now)).map(({ cases, covered }) =>
      wideningOf(covered / cases, cases),
    );
    return { models, regions, factors, widening };
  }

  /** The corrections of the stations that are known, but for those that have none. */
  private async corrections(now: Date): Promise<Corrections> {
    const stations: string[] = [];
    const [positions, corrections]: [number[], number[]] = [[], []];
    const errors = new Map<number, CarriedErrors[][]>();
    for (const { stations: ids, values } of await this.scores.newestBiases(startOfUtcDay(now)))
      await inTurns(
        (function* (observations) {
          for (const [i, id] of ids.entries()) {
            const station = observations.station(id);
            if (!station) continue;
            const region = regionOf(station.lat, station.lon);
            if (!errors.has(region)) errors.set(region, []);
            errors.get(region)!.push(CORRECTED_FIELDS.map((_, field) => carriedErrors(values, i, field)));
            const own = correctionsOf(values.subarray(i * STATION_BIASES, (i + 1) * STATION_BIASES));
            yield;
            if (own.every((correction) => correction === NO_CORRECTION)) continue;
            stations.push(id);
            positions.push(station.lat, station.lon, station.elevation);
            corrections.push(...own);
          }
        })(this.observations),
      );
    const shareOf = (ofStations: readonly CarriedErrors[][], field: number) =>
      carriedShare(ofStations.map((own) => own[field]));
    const all = [...errors.values()].flat();
    const ofWorld = CORRECTED_FIELDS.map((_, field) => shareOf(all, field) ?? 0);
    const gatedRegions = [...errors.keys()].sort((one, other) => one - other);
    const ofRegions = gatedRegions.flatMap((region) =>
      ofWorld.map((share, field) => shareOf(errors.get(region)!, field) ?? share),
    );
    return {
      gatedRegions,
      gates: [...ofWorld, ...ofRegions],
      stations,
      positions: Float32Array.from(positions),
      corrections: Int8Array.from(corrections),
    };
  }
}
