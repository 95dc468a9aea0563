import { type MikroORM } from '@mikro-orm/postgresql';
import { LockLostError } from './lock-lost-error.js';

/** The driver has no types of its own: a connection that was taken out of the pool. */
interface ReservedConnection {
  query(statement: string, parameters: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
  /** @param destroy closes the connection instead of giving it back */
  release(destroy: boolean): void;
  on(event: 'error' | 'end', listener: () => void): void;
}

/**
 * A lock that one process at a time can have, among all that share a database. It is the session's, on a connection
 * that does nothing else: PostgreSQL lets go of it when the process ends, however it ends. A transaction pooler between
 * the service and PostgreSQL would break it.
 */
export class AdvisoryLock {
  private readonly loss = new AbortController();

  private constructor(
    private readonly connection: ReservedConnection,
    name: string,
  ) {
    const lose = () => this.loss.abort(new LockLostError(name));
    // A server that ends says so and then closes the connection: two errors, and one without a listener ends the process.
    connection.on('error', lose);
    connection.on('end', lose);
  }

  /** The lock, or undefined when another process has it. Rejects when the database does not answer. */
  static async tryAcquire(orm: MikroORM, name: string): Promise<AdvisoryLock | undefined> {
    const pool = (await orm.em.getConnection().getNativeClient()) as {
      connect(): Promise<ReservedConnection>;
    };
    const connection = await pool.connect();
    try {
      const { rows } = await connection.query('select pg_try_advisory_lock(hashtext($1)) as taken', [name]);
      if (rows[0].taken === true) return new AdvisoryLock(connection, name);
    } catch (error) {
      connection.release(true);
      throw error;
    }
    connection.release(false);
    return undefined;
  }

  /** Aborted with a LockLostError when the connection breaks: from then on another process may have the lock. */
  get lost(): AbortSignal {
    return this.loss.signal;
  }

  /** Ends the session, and the lock with it. */
  release(): void {
    this.connection.release(true);
  }
}
