import { setTimeout as sleep } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';

/** `serialization_failure` and `deadlock_detected`: PostgreSQL undid the transaction so that others could go on. */
const UNDONE = /^40(?:001|P01)$/;
const MOST_TRIES = 4;
const WAIT_MS = 50;

/**
 * Runs the work in a transaction, and again if PostgreSQL undid it in favour of another one. The work must read what it
 * changes under its own locks, and have no effect outside of the transaction. Within another transaction, which would
 * have to be repeated as a whole, it runs once.
 */
export async function repeatable<T>(
  entityManager: EntityManager,
  work: (em: EntityManager) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries++)
    try {
      return await entityManager.transactional(work);
    } catch (error) {
      if (tries === MOST_TRIES || entityManager.isInTransaction() || !isUndone(error)) throw error;
      await sleep(Math.random() * tries * WAIT_MS);
    }
}

function isUndone(error: unknown): boolean {
  return UNDONE.test((error as { code?: string }).code ?? '');
}
