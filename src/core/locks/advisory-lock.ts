import type { MikroORM } from '@mikro-orm/postgresql';

/** A lock was lost while it was held: another process may have it now. */
export class LockLostError extends Error {
  constructor(lock: string) {
    super(`the database connection that held the lock "${lock}" was lost`);
    this.name = 'LockLostError';
  }
}

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
  private constructor(
    private readonly session: LockSession,
    private readonly name: string,
  ) {}

  /** Returns the lock, or undefined if it is held already. Rejects if the database doesn't respond. */
  static async tryAcquire(orm: MikroORM, name: string): Promise<AdvisoryLock | undefined> {
    const session = LockSession.enter(orm);
    try {
      if (await session.tryLock(name)) return new AdvisoryLock(session, name);
    } catch (error) {
      session.lose(name);
      session.leave();
      throw error;
    }
    session.leave();
    return undefined;
  }

  /** Aborted with a LockLostError when the connection breaks: from then on, another process may have the lock. */
  get lost(): AbortSignal {
    return this.session.lost;
  }

  release(): void {
    this.session.unlock(this.name);
    this.session.leave();
  }
}

/** The connection that all locks of a process share: one for each would use up the pool. It is closed with the last. */
class LockSession {
  private static readonly current = new WeakMap<MikroORM, LockSession>();

  private readonly loss = new AbortController();
  private readonly connection: Promise<ReservedConnection>;
  private readonly held = new Set<string>();
  private uses = 0;
  private hasLocked = false;

  private constructor(private readonly orm: MikroORM) {
    this.connection = this.connect();
  }

  /** Returns the open session, or a new one. Each caller leaves it in the end. */
  static enter(orm: MikroORM): LockSession {
    const session = LockSession.current.get(orm) ?? new LockSession(orm);
    LockSession.current.set(orm, session);
    session.uses++;
    return session;
  }

  get lost(): AbortSignal {
    return this.loss.signal;
  }

  async tryLock(name: string): Promise<boolean> {
    // PostgreSQL would let the same session have a lock twice.
    if (this.held.has(name)) return false;
    this.held.add(name);
    const connection = await this.connection;
    const { rows } = await connection.query('select pg_try_advisory_lock(hashtext($1)) as taken', [name]);
    const isTaken = rows[0].taken === true;
    if (!isTaken) this.held.delete(name);
    else if (!this.hasLocked) this.watch(connection);
    this.hasLocked ||= isTaken;
    return isTaken;
  }

  unlock(name: string): void {
    this.held.delete(name);
    // Otherwise the session ends.
    if (this.uses > 1 && !this.lost.aborted)
      void this.connection
        .then((connection) => connection.query('select pg_advisory_unlock(hashtext($1))', [name]))
        .catch(() => this.lose(name));
  }

  /** Gives all locks up for lost. The next one gets a new session. */
  lose(name: string): void {
    if (LockSession.current.get(this.orm) === this) LockSession.current.delete(this.orm);
    this.loss.abort(new LockLostError(name));
  }

  leave(): void {
    if (--this.uses > 0) return;
    if (LockSession.current.get(this.orm) === this) LockSession.current.delete(this.orm);
    void this.connection.then(
      (connection) => connection.release(this.hasLocked || this.lost.aborted),
      () => undefined,
    );
  }

  private async connect(): Promise<ReservedConnection> {
    const pool = (await this.orm.em.getConnection().getNativeClient()) as {
      connect(): Promise<ReservedConnection>;
    };
    return pool.connect();
  }

  private watch(connection: ReservedConnection): void {
    const lose = () => this.lose([...this.held].join(', '));
    // A server that shuts down causes two errors, a message and a closed connection. An error without a listener would
    // end the process.
    connection.on('error', lose);
    connection.on('end', lose);
  }
}
