import { setTimeout as sleep } from 'node:timers/promises';
import { IngestError } from '../ingest-error.js';

/**
 * Makes an attempt, and a further one after each of the delays as long as it fails for a transient reason.
 * @throws what the last attempt threw; the signal's reason when it is aborted during a wait
 */
export async function retryTransient<T>(
  delaysMs: number[],
  signal: AbortSignal,
  attempt: () => Promise<T>,
): Promise<T> {
  for (const delayMs of delaysMs) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof IngestError && error.transient)) throw error;
    }
    await sleep(delayMs, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
  return attempt();
}
