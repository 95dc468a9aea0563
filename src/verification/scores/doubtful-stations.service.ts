import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { DAY_MS } from '../../core/time/index.js';
import { CHECK_NUMBERS, isOut, mostError } from '../../weather/verification/index.js';
import { unpackChecks } from '../store/blocks.js';

const TENTH = 0.1;
/** What was known before says nothing about the stations of today. */
const OLDEST_MS = 2 * DAY_MS;
/** Of a station of which nothing is known: none is more than so many degrees off. */
const MOST_KELVIN = 15;

/** Tells how far the temperatures of stations can be from forecasts, out of the last verification. */
@Injectable()
export class DoubtfulStationsService {
  /** In kelvins, of the stations that aren't as others; -1 for those whose reports aren't used. */
  private most: ReadonlyMap<string, number> = new Map();
  private readAt: Date | undefined;

  constructor(private readonly entityManager: EntityManager) {}

  /** Changes with what is known of the stations. */
  get state(): number {
    return this.readAt?.getTime() ?? 0;
  }

  /** Returns by how many kelvins a report of a station can differ from a forecast; undefined if none is to be used. */
  mostKelvinOf(stationId: string): number | undefined {
    const most = this.most.get(stationId) ?? MOST_KELVIN;
    return most < 0 ? undefined : most;
  }

  /** Reads what the last verification has found, unless that was read before. */
  async read(verifiedAt: Date | undefined): Promise<void> {
    if (!verifiedAt || verifiedAt.getTime() === this.readAt?.getTime()) return;
    const rows = await this.entityManager.execute<{ checks: Buffer }[]>(
      `select distinct on (part) checks from verification_checks where day > ? and day <= ? order by part, day desc`,
      [new Date(verifiedAt.getTime() - OLDEST_MS), verifiedAt],
    );
    const most = new Map<string, number>();
    for (const row of rows) {
      const { stations, values } = await unpackChecks(row.checks);
      if (values.length !== stations.length * CHECK_NUMBERS) continue;
      for (const [station, id] of stations.entries()) {
        const kelvins = isOut(values, station) ? -1 : mostError(values, station) * TENTH;
        if (kelvins !== MOST_KELVIN) most.set(id, kelvins);
      }
    }
    this.most = most;
    this.readAt = verifiedAt;
  }
}
