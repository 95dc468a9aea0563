import { EntityManager, type FilterQuery, RequestContext, raw } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { RepeatedWork } from '../background/index.js';
import { deleteUnlocked } from '../database/index.js';
import { FeatureSet, type HookContext } from '../features/index.js';
import type { MostRows, Retention } from './retention.js';

/** Keeps transactions short. */
const AT_ONCE = 1_000;
const MOST_BATCHES = 20;

/** Deletes the rows that are beyond the bounds of their tables, which the features declare. */
@Injectable()
export class RetentionService extends RepeatedWork {
  protected readonly intervalMs = 600_000;
  private readonly context: HookContext;

  constructor(
    private readonly entityManager: EntityManager,
    private readonly features: FeatureSet,
    modules: ModuleRef,
  ) {
    super();
    this.context = { get: (provider) => modules.get(provider, { strict: false }) };
  }

  /** A failure for one table doesn't affect the others. */
  async work(now: Date): Promise<void> {
    const failures: unknown[] = [];
    for (const retention of this.features.retention)
      await RequestContext.create(this.entityManager, () => this.apply(retention, now)).catch(
        (error: unknown) => failures.push(error),
      );
    if (failures.length > 0) throw failures[0];
  }

  private async apply({ entity, ended, unlessReferred, most = [] }: Retention, now: Date): Promise<void> {
    if (ended) {
      const where = {
        $and: [ended(now, this.context), ...(unlessReferred ? await this.unreferred(entity) : [])],
      };
      await this.inBatches(() => deleteUnlocked(this.entityManager, entity, where, { limit: AT_ONCE }));
    }
    for (const bound of most)
      for (const { owner, rows } of await this.ownersBeyond(entity, bound)) {
        let excess = rows - bound.rows;
        await this.inBatches(async () => {
          const limit = Math.min(excess, AT_ONCE);
          const deleted = limit === 0 ? 0 : await this.deleteOldest(entity, bound, owner, now, limit);
          excess -= deleted;
          return deleted;
        });
      }
  }

  private async inBatches(deleteSome: () => Promise<number>): Promise<void> {
    for (let batch = 0; batch < MOST_BATCHES; batch++) if ((await deleteSome()) < AT_ONCE) return;
    this.hurry();
  }

  private async ownersBeyond(
    entity: Retention['entity'],
    { of, rows }: MostRows<object>,
  ): Promise<{ owner: string; rows: number }[]> {
    if (of === undefined) {
      const all = await this.entityManager.count(entity);
      return all > rows ? [{ owner: '', rows: all }] : [];
    }
    const owners = await this.entityManager
      .createQueryBuilder(entity)
      .select([of, raw('count(*)::int as rows')] as never)
      .where({ [of]: { $ne: null } } as never)
      .groupBy(of)
      .having('count(*) > ?', [rows])
      .execute<Record<string, unknown>[]>('all');
    return owners.map((row) => ({ owner: row[of] as string, rows: row.rows as number }));
  }

  private deleteOldest(
    entity: Retention['entity'],
    { of, by, where, onDelete }: MostRows<object>,
    owner: string,
    now: Date,
    limit: number,
  ): Promise<number> {
    return this.entityManager.transactional(async (em) => {
      const theirs: FilterQuery<object> = {
        $and: [of === undefined ? {} : { [of]: owner }, where?.(now) ?? {}],
      };
      const deleted = await deleteUnlocked(em, entity, theirs, { limit, by });
      if (deleted > 0) onDelete?.(em, { owner, rows: deleted }, this.context);
      return deleted;
    });
  }

  /** Returns a condition for each foreign key to the table: no row has it. */
  private async unreferred(entity: Retention['entity']): Promise<FilterQuery<object>[]> {
    const { tableName, primaryKeys } = this.entityManager.getMetadata(entity);
    const [id] = primaryKeys as string[];
    const keys = await this.entityManager.execute<{ table: string; column: string }[]>(
      `select conrelid::regclass::text as "table", quote_ident(attname) as "column" from pg_constraint
       join pg_attribute on attrelid = conrelid and attnum = conkey[1]
       where contype = 'f' and confrelid = ?::regclass`,
      [tableName],
    );
    return keys.map(({ table, column }) => ({
      [raw(`not exists (select from ${table} as other where other.${column} = "row".${id})`)]: [],
    }));
  }
}
