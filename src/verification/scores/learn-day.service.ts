import { Injectable } from '@nestjs/common';
import { inTurns } from '../../core/background/index.js';
import { DAY_MS } from '../../core/time/index.js';
import { type KnownStation, ObservationsService } from '../../observations/index.js';
import {
  CARRIED_KM,
  CORRECTED_FIELDS,
  type DayToLearn,
  HOUR_BIN,
  HOUR_BINS,
  SAME_SITE_KM,
  STATION_BIASES,
  carriedShares,
  correctionIndex,
  correctionsOf,
  degreesOf,
  learnDay,
  meanCorrection,
} from '../../weather/verification/index.js';
import { AUTO_UNCORRECTED } from '../forecasts/own-sources.js';
import type { PlacedStation } from '../forecasts/station-parts.js';
import { ScoreStoreService } from './score-store.service.js';

/** What more stations around a place say hardly differs. */
const MOST_NEIGHBORS = 100;

/** What was known of all stations at the end of the day before. */
interface LearnedBefore {
  /** By station, see `STATION_BIASES`. */
  readonly biases: ReadonlyMap<string, Int16Array>;
  /** By station, see `correctionsOf`. */
  readonly corrections: ReadonlyMap<string, Int8Array>;
  /** By station, see `meanCorrection`: [field]. */
  readonly means: ReadonlyMap<string, readonly number[]>;
}

/** Learns from the errors of a day how to correct the service's own forecast. */
@Injectable()
export class LearnDayService {
  constructor(
    private readonly observations: ObservationsService,
    private readonly store: ScoreStoreService,
  ) {}

  async before(dayMs: number): Promise<LearnedBefore> {
    const blocks = await this.store.newestBiases(new Date(dayMs - DAY_MS));
    return inTurns(
      (function* () {
        const biases = new Map<string, Int16Array>();
        const corrections = new Map<string, Int8Array>();
        const means = new Map<string, number[]>();
        for (const { stations, values } of blocks)
          for (const [i, id] of stations.entries()) {
            const ofStation = values.subarray(i * STATION_BIASES, (i + 1) * STATION_BIASES);
            biases.set(id, ofStation);
            const own = correctionsOf(ofStation);
            corrections.set(id, own);
            means.set(
              id,
              CORRECTED_FIELDS.map((_, field) => meanCorrection(own, field)),
            );
            yield;
          }
        return { biases, corrections, means };
      })(),
    );
  }

  /** Replaces what was learned of a part of the stations at the end of a day. */
  async learn(
    dayMs: number,
    part: number,
    stations: readonly PlacedStation[],
    day: Omit<DayToLearn, 'carriedTo'>,
    known: LearnedBefore,
  ): Promise<void> {
    const before = new Int16Array(stations.length * STATION_BIASES);
    stations.forEach(({ id }, i) => before.set(known.biases.get(id) ?? [], i * STATION_BIASES));
    const values = await inTurns(
      learnDay(before, {
        ...day,
        forecasts: day.forecasts.filter(({ source }) => source === AUTO_UNCORRECTED),
        carriedTo: (station) => this.carriedTo(stations[station], known),
      }),
    );
    await this.store.writeBiases(new Date(dayMs), part, { stations: stations.map(({ id }) => id), values });
  }

  /**
   * Returns what the corrections of a station's neighbors suggest: for each field, and three hours of the next day. Those
   * on the same site are no neighbors.
   */
  private carriedTo(
    { id, lat, lon, elevation }: PlacedStation,
    { corrections, means }: LearnedBefore,
  ): number[][] {
    const isWanted = (other: KnownStation) => other.id !== id && corrections.has(other.id);
    const around = this.observations
      .nearest(lat, lon, CARRIED_KM, MOST_NEIGHBORS, undefined, isWanted)
      .filter(({ distanceKm }) => distanceKm >= SAME_SITE_KM);
    return [...CORRECTED_FIELDS.keys()].map((field) => {
      const near = around.flatMap(({ station, distanceKm }) => {
        const of = corrections.get(station.id)!;
        const value = means.get(station.id)![field];
        return Number.isNaN(value) ? [] : [{ distanceKm, meters: station.elevation - elevation, value, of }];
      });
      const shares = carriedShares(near);
      return Array.from({ length: HOUR_BINS }, (_, bin) => {
        const index = correctionIndex(field, 0, bin * HOUR_BIN);
        return near.reduce((sum, { of }, i) => sum + shares[i] * degreesOf(of[index]), 0);
      });
    });
  }
}
