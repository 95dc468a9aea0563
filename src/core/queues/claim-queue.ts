import type { EntityManager } from '@mikro-orm/postgresql';

/** The columns by which processes share a table of work, and for how long one of them has a row. */
export interface QueueTable {
  name: string;
  id: readonly string[];
  /** Counts claims, and is never reset: tells a process that took too long from the one that has claimed the row since. */
  claims: string;
  /** When a row may be claimed or, while it is claimed, when the claim runs out. */
  dueAt: string;
  /** Which rows can be claimed, as a condition. */
  isQueued: string;
  /** Which rows a process with a claim can change, as a condition. By default, the same. */
  isOpen?: string;
  /** An interval, longer than the work may take. */
  claimedFor: string;
}

/** What is claimed and returned, as SQL. The parameters are in the order of the members. */
export interface Claimable {
  /** Also sets these columns. */
  set?: string;
  where?: string;
  /** By default, what has been due the longest comes first. */
  order?: string;
  returning: string;
  /** Joins of `claimed`. */
  join?: string;
  parameters?: readonly unknown[];
}

interface ChangeOptions {
  em?: EntityManager;
  /** By default, that of the table. */
  isOpen?: string;
  returning?: string;
}

/**
 * A table of work that any number of processes share, by the database's clock. A process writes to a row only while its
 * claim is valid: one that was too slow, or frozen, finds that another has taken over.
 */
export abstract class ClaimQueue<Claim> {
  constructor(
    protected readonly entityManager: EntityManager,
    private readonly table: QueueTable,
  ) {}

  /** Returns the values of the columns of `id`, and those of `claims`. */
  protected abstract keyOf(claim: Claim): readonly (string | number)[];

  /** Claims what is due; returns undefined if nothing is. */
  protected async claimNext<Claimed>(what: Claimable): Promise<Claimed | undefined> {
    const { name, claims, dueAt, isQueued, claimedFor } = this.table;
    const id = this.table.id.join(', ');
    const [claimed] = await this.entityManager.execute<(Claimed | undefined)[]>(
      `with claimed as (
         update ${name} set ${claims} = ${claims} + 1, ${dueAt} = now() + interval '${claimedFor}' ${what.set ? `, ${what.set}` : ''}
         where (${id}) = (
           select ${id} from ${name} where ${isQueued} and ${dueAt} <= now() and ${what.where ?? 'true'}
           order by ${what.order ?? dueAt} limit 1 for update skip locked
         ) returning *
       ) select ${what.returning} from claimed ${what.join ?? ''}`,
      what.parameters?.slice(),
    );
    return claimed;
  }

  /** Returns after how many milliseconds something is due; undefined if nothing is queued. */
  async dueInMs(where = 'true', parameters: unknown[] = []): Promise<number | undefined> {
    const { name, dueAt, isQueued } = this.table;
    const [{ ms }] = await this.entityManager.execute<[{ ms: number | null }]>(
      `select (extract(epoch from min(${dueAt}) - now()) * 1000)::float8 as ms from ${name} where ${isQueued} and ${where}`,
      parameters,
    );
    return ms ?? undefined;
  }

  /** @returns the changed row; undefined if the claim is no longer valid */
  protected async change<Row = object>(
    claim: Claim,
    set: string,
    values: readonly unknown[] = [],
    { em = this.entityManager, isOpen = this.table.isOpen, returning = '1' }: ChangeOptions = {},
  ): Promise<Row | undefined> {
    const { name, id, claims, isQueued } = this.table;
    const isClaimed = [...id, claims].map((column) => `${column} = ?`).join(' and ');
    const [row] = await em.execute<(Row | undefined)[]>(
      `update ${name} set ${set} where ${isClaimed} and ${isOpen ?? isQueued} returning ${returning}`,
      [...values, ...this.keyOf(claim)],
    );
    return row;
  }

  /** Keeps the claim, as SQL for `set`. */
  protected get renewed(): string {
    return `${this.table.dueAt} = now() + interval '${this.table.claimedFor}'`;
  }
}
