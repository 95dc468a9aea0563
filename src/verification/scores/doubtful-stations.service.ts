import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { DAY_MS } from '../../core/time/index.js';
import { CHECK_NUMBERS, MOST_TENTHS, isOut, mostError } from '../../weather/verification/index.js';
import { unpackChecks } from '../store/blocks.js';

const TENTHS = 10;
/** What was known before says nothing about the stations of today. */
const OLDEST_MS = 2 * DAY_MS;

/** Tells how far the temperatures of stations can be from forecasts, out of the last verification. */
@Injectable()
export class DoubtfulStationsService {
  /** In tenths, of the stations that aren't as others; undefined for those whose reports aren't used. */
  private most: ReadonlyMap<string, number | undefined> = new Map();
  private readAt: Date | undefined;

  constructor(private readonly entityManager: EntityManager) {}

  /** Changes with what is known of the stations. */
  get state(): number {
    return this.readAt?.getTime() ?? 0;
  }

  /** Returns by how many kelvins a report of a station can differ from a forecast; undefined if none is to be used. */
  mostKelvinOf(stationId: string): number | undefined {
    const tenths = this.most.has(stationId) ? this.most.get(stationId) : MOST_TENTHS;
    return tenths && tenths / TENTHS;
  }

  /** Reads what the last verification has found, unless that was read before. */
  async read(verifiedAt: Date | undefined): Promise<void> {
    if (!verifiedAt || verifiedAt.getTime() === this.readAt?.getTime()) return;
    const rows = await this.entityManager.execute<{ checks: Buffer }[]>(
      `select distinct on (part) checks from verification_checks where day > ? and day <= ? order by part, day desc`,
      [new Date(verifiedAt.getTime() - OLDEST_MS), verifiedAt],
    );
    const most = new Map<string, number | undefined>();
    for (const row of rows) {
      const { stations, values } = await unpackChecks(row.checks);
      if (values.length !== stations.length * CHECK_NUMBERS) continue;
      for (const [station, id] of stations.entries()) {
        const tenths = isOut(values, station) ? undefined : mostError(values, station);
        if (tenths !== MOST_TENTHS) most.set(id, tenths);
      }
    }
    this.most = most;
    this.readAt = verifiedAt;
  }
}
