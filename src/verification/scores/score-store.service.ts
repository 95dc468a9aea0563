import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, Logger } from '@nestjs/common';
import { DAY_MS } from '../../core/time/index.js';
import { SCORED_FIELDS, STATION_BIASES } from '../../weather/verification/index.js';
import {
  type BiasBlock,
  type CheckBlock,
  packBiases,
  packChecks,
  packSums,
  type SumsBlock,
  unpackBiases,
  unpackChecks,
} from '../store/blocks.js';
import { VerifiedDay } from '../store/verification.entities.js';

/** Sums of a field in a tile. */
export interface TileSums {
  readonly field: string;
  readonly tile: number;
  /** [source][lead bin][number] */
  readonly area: SumsBlock;
  /** [station][source][lead bin][number] */
  readonly stations?: SumsBlock;
  /** [source][hour bin][number] */
  readonly hours?: SumsBlock;
}

/** Sums of more stations take too long to merge for each answer. */
const MOST_MERGED = 8;

const ROWS_AT_ONCE = 100;
/** What stations taught longer ago says little about the weather of today. */
const OLDEST_BIASES_MS = 7 * DAY_MS;

/** Sums, checks and biases of days, in the database. Each is made from everything that is known of its day, and replaced as a whole. */
@Injectable()
export class ScoreStoreService {
  private readonly logger = new Logger(ScoreStoreService.name);

  constructor(private readonly entityManager: EntityManager) {}

  async days(): Promise<Map<number, string>> {
    const days = await this.entityManager.transactional((em) => em.find(VerifiedDay, {}));
    return new Map(days.map(({ day, inputs }) => [day.getTime(), inputs]));
  }

  /**
   * Notes from what the sums of a day were made: last, so that a process that ends before makes them anew.
   * @param verifiedAt if nothing else is left to verify
   */
  async finish(day: Date, inputs: string, verifiedAt: Date | null): Promise<void> {
    await this.entityManager.execute(
      `insert into verification_days (day, inputs, verified_at) values (?, ?, ?)
         on conflict (day) do update set inputs = excluded.inputs,
           verified_at = coalesce(excluded.verified_at, verification_days.verified_at)`,
      [day, inputs, verifiedAt],
    );
  }

  /** When any process last verified what there was. */
  async verifiedAt(): Promise<Date | undefined> {
    const [{ at }] = await this.entityManager.execute<[{ at: Date | null }]>(
      'select max(verified_at) as at from verification_days',
    );
    return at === null ? undefined : new Date(at);
  }

  /** Replaces the sums of a part of the tiles on a day. */
  async write(day: Date, part: number, sums: readonly TileSums[]): Promise<void> {
    const rows: unknown[][] = [];
    for (const { field, tile, area, stations, hours } of sums) {
      const { numbers } = SCORED_FIELDS.find(({ name }) => name === field)!;
      const isMerged = stations && stations.stations!.length <= MOST_MERGED;
      const blocks = [isMerged ? undefined : area, stations, hours];
      const packed = await Promise.all(
        blocks.map(async (block) => (block ? packSums(block, numbers) : null)),
      );
      rows.push([day, field, tile, part, ...packed]);
    }
    await this.entityManager.transactional(async (em) => {
      await em.execute('delete from verification_sums where day = ? and part = ?', [day, part]);
      for (let first = 0; first < rows.length; first += ROWS_AT_ONCE) {
        const some = rows.slice(first, first + ROWS_AT_ONCE);
        await em.execute(
          `insert into verification_sums (day, field, tile, part, area, stations, hours)
           values ${some.map(() => '(?, ?, ?, ?, ?, ?, ?)').join(', ')}`,
          some.flat(),
        );
      }
    });
  }

  async checks(day: Date, part: number): Promise<CheckBlock | undefined> {
    const [row] = await this.entityManager.execute<{ checks: Buffer }[]>(
      'select checks from verification_checks where day = ? and part = ?',
      [day, part],
    );
    return row && unpackChecks(row.checks);
  }

  async writeChecks(day: Date, part: number, checks: CheckBlock): Promise<void> {
    await this.entityManager.execute(
      `insert into verification_checks (day, part, checks) values (?, ?, ?)
         on conflict (day, part) do update set checks = excluded.checks`,
      [day, part, await packChecks(checks)],
    );
  }

  /** Returns what was learned last of each part, up to the end of a day: nothing of those that have been silent for long. */
  async newestBiases(day: Date): Promise<BiasBlock[]> {
    const rows = await this.entityManager.execute<{ part: number; biases: Buffer }[]>(
      'select part, biases from verification_biases where day <= ? and day > ? order by part, day desc',
      [day, new Date(day.getTime() - OLDEST_BIASES_MS)],
    );
    const newest = new Map<number, BiasBlock>();
    for (const { part, biases } of rows) {
      const block = newest.has(part) ? undefined : await this.readable(part, biases);
      if (block) newest.set(part, block);
    }
    return [...newest.values()];
  }

  /** In place of a block that can't be read, the one before it is used. */
  private async readable(part: number, biases: Buffer): Promise<BiasBlock | undefined> {
    try {
      const block = await unpackBiases(biases);
      if (block.values.length === block.stations.length * STATION_BIASES) return block;
      this.logger.warn(`What was learned of part ${part} has another layout, and isn't used`);
    } catch (error) {
      this.logger.warn(`What was learned of part ${part} is damaged, and isn't used: ${String(error)}`);
    }
    return undefined;
  }

  async writeBiases(day: Date, part: number, biases: BiasBlock): Promise<void> {
    await this.entityManager.execute(
      `insert into verification_biases (day, part, biases) values (?, ?, ?)
         on conflict (day, part) do update set biases = excluded.biases`,
      [day, part, await packBiases(biases)],
    );
  }
}
