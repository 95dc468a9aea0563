import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { inTurns } from '../../core/background/index.js';
import { DAY_MS, startOfUtcDay } from '../../core/time/index.js';
import {
  CLIMATOLOGY,
  LEAD_BINS,
  PERSISTENCE,
  SCORED_FIELDS,
  type ScoredField,
  type SourceSums,
  compareSums,
} from '../../weather/verification/index.js';
import { AUTO, AUTO_UNCORRECTED, AUTO_WITHOUT_STATION } from '../forecasts/own-sources.js';
import { areaOf } from '../scores/merge-sums.js';
import { unpackSumsAtOnce } from '../store/blocks.js';
import { WORLD, middleOf } from '../store/tiles.js';
import { regionOf } from './regions.js';

const DAYS = 30;
const NO_MODELS: ReadonlySet<string> = new Set([
  AUTO,
  AUTO_WITHOUT_STATION,
  AUTO_UNCORRECTED,
  PERSISTENCE,
  CLIMATOLOGY,
]);

/** Sums of some sources over the same cases: [source][lead bin][number]. */
export interface ComparedSums {
  readonly sources: readonly string[];
  readonly sums: Float64Array;
}

/** Reads the errors of the last 30 full days at stations. Own analyses would favor their model, so they don't count. */
@Injectable()
export class VerifiedErrorsService {
  constructor(private readonly entityManager: EntityManager) {}

  /** The regions in which a field was verified, with their tiles. */
  async regions(field: ScoredField, now: Date): Promise<Map<number, number[]>> {
    const rows = await this.entityManager.execute<{ tile: number }[]>(
      `select distinct tile from verification_sums where field = ? and tile >= 0 and day >= ? and day < ? order by tile`,
      [field.name, ...spanBefore(now)],
    );
    const regions = new Map<number, number[]>();
    for (const { tile } of rows) {
      const { lat, lon } = middleOf(tile);
      const region = regionOf(lat, lon);
      regions.set(region, [...(regions.get(region) ?? []), tile]);
    }
    return regions;
  }

  /** The errors of the models in some tiles; without any, those of the world. */
  async ofModels(field: ScoredField, now: Date, tiles?: readonly number[]): Promise<ComparedSums> {
    const parts = await this.parts(field, now, tiles);
    const sources = [...new Set(parts.flatMap((part) => part.sources))]
      .filter((source) => !NO_MODELS.has(source))
      .sort();
    return { sources, sums: await inTurns(compareSums(parts, sources, LEAD_BINS.length, field.numbers)) };
  }

  /** By lead bin: the cases of the ranges from P10 to P90 of the forecast without correction, and how many were covered. */
  async coverage(now: Date): Promise<{ cases: number; covered: number }[]> {
    const field = fieldOf('temperatureP10P90');
    const totals = LEAD_BINS.map(() => ({ cases: 0, covered: 0 }));
    for (const { sources, sums, first } of await this.parts(field, now)) {
      const source = sources.indexOf(AUTO_UNCORRECTED);
      if (source === -1) continue;
      totals.forEach((total, bin) => {
        const at = first + (source * LEAD_BINS.length + bin) * field.numbers;
        total.cases += sums[at];
        total.covered += sums[at + 1];
      });
    }
    return totals;
  }

  private async parts(
    field: ScoredField,
    now: Date,
    tiles: readonly number[] = [WORLD],
  ): Promise<SourceSums[]> {
    const rows = await this.entityManager.execute<{ block: Buffer }[]>(
      `select coalesce(area, stations) as block from verification_sums
         where field = ? and tile in (${tiles.map(() => '?').join(', ')}) and day >= ? and day < ? order by day, tile`,
      [field.name, ...tiles, ...spanBefore(now)],
    );
    return inTurns(unpackAll(rows, field));
  }
}

export function fieldOf(name: string): ScoredField {
  return SCORED_FIELDS.find((field) => field.name === name)!;
}

function* unpackAll(
  rows: readonly { block: Buffer }[],
  { numbers }: ScoredField,
): Generator<void, SourceSums[]> {
  const parts: SourceSums[] = [];
  for (const { block } of rows) {
    parts.push(yield* areaOf(unpackSumsAtOnce(block), LEAD_BINS.length, numbers));
    yield;
  }
  return parts;
}

function spanBefore(now: Date): [from: Date, before: Date] {
  const today = startOfUtcDay(now);
  return [new Date(today.getTime() - DAYS * DAY_MS), today];
}
