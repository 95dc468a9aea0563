import { EntityManager, type FilterQuery, RequestContext, raw } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { RepeatedWork } from '../background/index.js';
import { DatabaseClockService, deleteUnlocked } from '../database/index.js';
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
    private readonly clock: DatabaseClockService,
    modules: ModuleRef,
  ) {
    super();
    this.context = { get: (provider) => modules.get(provider, { strict: false }) };
  }

  protected override async turn(): Promise<void> {
    // A wrong clock would delete what hasn't ended.
    if (this.clock.aheadSeconds !== undefined) await this.work(new Date(this.clock.nowMs()));
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
      for (const owner of await this.ownersBeyond(entity, bound)) {
        let allowed = bound.rows + (bound.slack ?? 0);
        await this.inBatches(async () => {
          const deleted = await this.deleteOldest(entity, bound, owner, now, allowed);
          allowed = bound.rows;
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
    { of, rows, slack = 0 }: MostRows<object>,
  ): Promise<string[]> {
    if (of === undefined) return [''];
    const owners = await this.entityManager
      .createQueryBuilder(entity)
      .select(of)
      .where({ [of]: { $ne: null } } as never)
      .groupBy(of)
      .having('count(*) > ?', [rows + slack])
      .execute<Record<string, string>[]>('all');
    return owners.map((row) => row[of]);
  }

  /** Counts and deletes under a lock, so that processes that do so together don't delete more. */
  private deleteOldest(
    entity: Retention['entity'],
    { of, by, where, rows, onDelete }: MostRows<object>,
    owner: string,
    now: Date,
    allowed: number,
  ): Promise<number> {
    return this.entityManager.transactional(async (em) => {
      const [{ isMine }] = await em.execute<{ isMine: boolean }[]>(
        `select pg_try_advisory_xact_lock(hashtext('retention'), hashtext(?)) as "isMine"`,
        [em.getMetadata(entity).tableName],
      );
      const theirs: FilterQuery<object> = of === undefined ? {} : { [of]: owner };
      const count = isMine ? await em.count(entity, theirs) : 0;
      if (count <= allowed) return 0;
      const deleted = await deleteUnlocked(
        em,
        entity,
        { $and: [theirs, where?.(now) ?? {}] },
        { limit: Math.min(count - rows, AT_ONCE), by },
      );
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
