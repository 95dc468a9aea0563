import { type MikroORM } from '@mikro-orm/postgresql';
import { LockLostError } from './lock-lost-error.js';

/** A connection reserved from the pool. The driver has no types of its own. */
interface ReservedConnection {
  query(statement: string, parameters: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
  /** @param destroy closes the connection instead of giving it back */
  release(destroy: boolean): void;
  on(event: 'error' | 'end', listener: () => void): void;
}

/**
 * A lock that only one of the processes sharing a database can hold. It belongs to a session on a dedicated connection,
 * so PostgreSQL releases it however the process ends. It doesn't work through a transaction pooler.
 */
export class AdvisoryLock {
  private readonly loss = new AbortController();

  private constructor(
    private readonly connection: ReservedConnection,
    name: string,
  ) {
    const lose = () => this.loss.abort(new LockLostError(name));
    // A server that shuts down causes two errors, a message and a closed connection. An error without a listener would
    // end the process.
    connection.on('error', lose);
    connection.on('end', lose);
  }

  /** Returns the lock, or undefined if another process has it. Rejects if the database doesn't respond. */
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

  /** Aborted with a LockLostError when the connection breaks: from then on, another process may have the lock. */
  get lost(): AbortSignal {
    return this.loss.signal;
  }

  /** Closes the session, which releases the lock. */
  release(): void {
    this.connection.release(true);
  }
}
