import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { STATES_CHANNEL } from '../store/states-channel.js';
import { LATER_RUNS, PARTS } from '../store/tiles.js';
import { packForecasts, unpackForecasts } from '../store/blocks.js';
import { VerifiedRun } from '../store/verification.entities.js';
import type { ForecastDays } from './forecast-days.js';

/** The forecasts of a source at stations, for a day. */
export interface KeptForecasts {
  readonly source: string;
  readonly runMs: number;
  readonly stations: readonly string[];
  readonly values: Int16Array;
}

/** Forecasts at stations, in the database, which every process shares. */
@Injectable()
export class ForecastStoreService {
  constructor(private readonly entityManager: EntityManager) {}

  runs(): Promise<VerifiedRun[]> {
    return this.entityManager.transactional((em) => em.find(VerifiedRun, {}));
  }

  /**
   * Stores what a run forecasts at a part of the stations, in place of what was stored of it.
   * @param others forecasts that hardly differ from it, by source
   */
  async write(
    source: string,
    run: Date,
    part: number,
    stations: readonly string[],
    { days }: ForecastDays,
    others: Readonly<Record<string, ForecastDays>> = {},
  ): Promise<void> {
    for (const [dayMs, values] of days) {
      const ofDay = Object.entries(others).map(([name, other]) => [name, other.days.get(dayMs)!] as const);
      const block = await packForecasts({ stations, values, others: Object.fromEntries(ofDay) });
      await this.entityManager.execute(
        `insert into verification_forecasts (source, run, day, part, forecasts) values (?, ?, ?, ?, ?)
         on conflict (day, part, source, run) do update set forecasts = excluded.forecasts`,
        [source, run, new Date(dayMs), part, block],
      );
    }
  }

  /** Notes that a run was stored: last, so that a process that ends before begins it anew. */
  async finish(source: string, run: Date, publishedAt: Date, stations: number): Promise<void> {
    await this.entityManager.execute(
      `insert into verification_runs (source, run, published_at, stations) values (?, ?, ?, ?)
       on conflict (source, run) do update set published_at = excluded.published_at, stations = excluded.stations`,
      [source, run, publishedAt, stations],
    );
  }

  async of(day: Date, part: number): Promise<KeptForecasts[]> {
    const rows = await this.entityManager.execute<{ source: string; run: Date; forecasts: Buffer }[]>(
      'select source, run, forecasts from verification_forecasts where day = ? and part = ? order by source, run',
      [day, part],
    );
    const read: KeptForecasts[] = [];
    for (const { source, run, forecasts } of rows) {
      const { stations, values, others } = await unpackForecasts(forecasts);
      for (const [name, ofSource] of Object.entries({ [source]: values, ...others }))
        read.push({ source: name, runMs: new Date(run).getTime(), stations, values: ofSource });
    }
    return read;
  }

  /** Deletes what is of stations. What was compared with later runs stays, and is kept anew from runs that are still stored. */
  async forgetStations(): Promise<void> {
    await this.entityManager.transactional(async (em) => {
      const some = await em.execute('select 1 from verification_forecasts where part < ? limit 1', [PARTS]);
      if (some.length > 0) {
        await em.execute('delete from verification_runs');
        await em.execute('delete from verification_days');
      }
      await em.execute('delete from verification_forecasts where part < ?', [PARTS]);
      await em.execute('delete from verification_sums where tile <> ?', [LATER_RUNS]);
      await em.execute('delete from verification_checks');
      await em.execute('delete from verification_biases');
      await em.execute('delete from verification_states');
      await em.execute('select pg_notify(?, ?)', [STATES_CHANNEL, '']);
    });
  }
}
