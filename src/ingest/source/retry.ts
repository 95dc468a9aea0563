import { setTimeout as sleep } from 'node:timers/promises';
import { IngestError } from '../ingest-error.js';

/**
 * Makes an attempt, and while it fails for a transient reason, retries after each of the delays.
 * @throws the error of the last attempt; the signal's reason if it is aborted during a wait
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
