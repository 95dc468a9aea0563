import { MikroORM } from '@mikro-orm/postgresql';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestApp } from './test-app.js';

/** PostgreSQL's row locks from the weakest to the strongest. Updates and deletions take the last two. */
export const STRENGTHS = ['key share', 'share', 'no key update', 'update'] as const;
export type Strength = (typeof STRENGTHS)[number];

/** Whether a transaction waits for another one that holds the same row: the table in PostgreSQL's chapter on row locks. */
export function conflicts(one: Strength, other: Strength): boolean {
  const sum = STRENGTHS.indexOf(one) + STRENGTHS.indexOf(other);
  return sum >= 3 && !(one === 'share' && other === 'share');
}

const PATIENCE_MS = 1_500;

export interface RowLock {
  table: string;
  row: string;
  strength: Strength;
  /** What the transaction had on this row before, if anything. */
  over?: Strength;
  /** The number of the statement in its transaction. */
  statement: number;
  sql: string;
}

export interface WatchedTransaction {
  /** What the test was doing. */
  operation: string;
  locks: RowLock[];
}

const MAY_LOCK =
  /^\s*(?:with|insert|update|delete)\b|\bfor (?:no key )?(?:update|(?:key )?share)\b|advisory_xact_lock/i;
const ADVISORY = /pg_(?:try_)?advisory_xact_lock\(hashtext(?:extended)?\((?:'([^']+)'|\?)/;

/** An advisory lock counts as a row of a table of its own. */
function lockNamed(table: string, statement: number, sql: string): RowLock {
  return { table, row: '', strength: 'update', statement, sql };
}

interface Connection {
  begin(options: { ctx?: object }): Promise<object>;
  commit(ctx: object, ...others: unknown[]): Promise<void>;
  rollback(ctx: object, ...others: unknown[]): Promise<void>;
  execute(
    query: unknown,
    parameters?: unknown[],
    method?: string,
    ctx?: object,
    ...others: unknown[]
  ): Promise<unknown>;
  transactional<T>(work: (ctx: object) => Promise<T>): Promise<T>;
}

interface Open extends WatchedTransaction {
  statements: number;
  end: () => void;
}

/**
 * Notes which rows each transaction of the service locks, in which order and how strongly, by asking PostgreSQL after
 * each statement which rows another connection could still lock. Meanwhile, the service runs one transaction at a time.
 */
export class LockWatcher {
  readonly transactions: WatchedTransaction[] = [];
  operation = 'start';
  private readonly open = new Map<object, Open>();
  private turn: Promise<void> = Promise.resolve();
  private probe!: { tables: string[]; sql: string };

  private constructor(private readonly connection: Connection) {}

  static async on(testApp: TestApp): Promise<LockWatcher> {
    const { em } = testApp.app.get(MikroORM);
    const watcher = new LockWatcher(em.getConnection() as unknown as Connection);
    const tables = await em.fork().execute<{ name: string; key: string }[]>(
      `select format('%I.%I', nspname, relname) as name,
         (select string_agg(format('%I::text', attname), '||' order by attnum) from pg_index join pg_attribute
          on attrelid = indrelid and attnum = any(indkey) where indrelid = c.oid and indisprimary) as key
       from pg_class c join pg_namespace n on n.oid = relnamespace
       where relkind in ('r', 'p') and not relispartition and nspname in ('public', 'usage')
         and relname not like 'mikro_orm%'`,
    );
    const parts = tables.flatMap(({ name, key }, t) =>
      STRENGTHS.map((strength, s) => ({
        cte: `t${t}_${s} as (select ${key ?? 'ctid::text'} as row from ${name} for ${strength} skip locked)`,
        row: `select ${t} as t, ${s} as s, row from t${t}_${s}`,
      })),
    );
    const all = tables.map(
      ({ name, key }, t) => `select ${t} as t, -1 as s, ${key ?? 'ctid::text'} as row from ${name}`,
    );
    watcher.probe = {
      tables: tables.map(({ name }) => name.replace('public.', '')),
      sql: `with ${parts.map(({ cte }) => cte).join(',')} ${[...all, ...parts.map(({ row }) => row)].join(' union all ')}`,
    };
    watcher.wrap();
    return watcher;
  }

  private wrap(): void {
    const { connection } = this;
    const original = {
      begin: connection.begin.bind(connection),
      commit: connection.commit.bind(connection),
      rollback: connection.rollback.bind(connection),
      execute: connection.execute.bind(connection),
    };
    connection.begin = async (options) => {
      const outer = options.ctx && this.open.get(options.ctx);
      if (outer) {
        const ctx = await original.begin(options);
        this.open.set(ctx, outer);
        return ctx;
      }
      const end = await this.awaitTurn();
      const ctx = await original.begin(options).catch((error: unknown) => {
        end();
        throw error;
      });
      this.open.set(ctx, { operation: this.operation, locks: [], statements: 0, end });
      return ctx;
    };
    for (const way of ['commit', 'rollback'] as const)
      connection[way] = async (ctx, ...others) => {
        try {
          await original[way](ctx, ...others);
        } finally {
          if (!('savepointName' in ctx)) this.close(ctx);
        }
      };
    connection.execute = async (query, parameters, method, ctx, ...others) => {
      const sql = typeof query === 'string' ? query : JSON.stringify(query);
      if (!MAY_LOCK.test(sql)) return original.execute(query, parameters, method, ctx, ...others);
      if (!ctx)
        return connection.transactional((own) =>
          connection.execute(query, parameters, method, own, ...others),
        );
      const answer = await original.execute(query, parameters, method, ctx, ...others);
      const transaction = this.open.get(ctx);
      if (transaction) await this.look(transaction, sql, original);
      const name = ADVISORY.exec(sql) && (ADVISORY.exec(sql)![1] ?? String(parameters?.[0]));
      if (transaction && name)
        transaction.locks.push(lockNamed(name.replace(/ of .*/, ''), transaction.statements, sql));
      return answer;
    };
  }

  private async awaitTurn(): Promise<() => void> {
    const before = Promise.race([this.turn, sleep(PATIENCE_MS, undefined, { ref: false })]);
    let end!: () => void;
    this.turn = new Promise((resolve) => (end = resolve));
    await before;
    return end;
  }

  private close(ctx: object): void {
    const transaction = this.open.get(ctx);
    if (!transaction) return;
    this.open.delete(ctx);
    this.transactions.push(transaction);
    transaction.end();
  }

  private async look(
    transaction: Open,
    sql: string,
    original: Pick<Connection, 'begin' | 'rollback' | 'execute'>,
  ): Promise<void> {
    const statement = transaction.statements++;
    const ctx = await original.begin({});
    const rows = (await original.execute(this.probe.sql, [], 'all', ctx)) as {
      t: number;
      s: number;
      row: string;
    }[];
    await original.rollback(ctx);
    const free = new Set(rows.map(({ t, s, row }) => `${t} ${s} ${row}`));
    for (const { t, row } of rows.filter(({ s }) => s === -1)) {
      // The weakest lock that is refused conflicts with the one that is held.
      const refused = STRENGTHS.findIndex((_, s) => !free.has(`${t} ${s} ${row}`));
      if (refused === -1) continue;
      const table = this.probe.tables[t];
      const strength = STRENGTHS[3 - refused];
      const held = transaction.locks.filter((lock) => lock.table === table && lock.row === row);
      if (held.some((lock) => STRENGTHS.indexOf(lock.strength) >= STRENGTHS.indexOf(strength))) continue;
      transaction.locks.push({ table, row, strength, over: held.at(-1)?.strength, statement, sql });
    }
  }
}
