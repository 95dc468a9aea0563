import type { Awaitable } from '../common/awaitable.js';

interface Leaving<T> {
  /** Ends the wait, too. */
  signal?: AbortSignal;
  /** Returns what counts if the wait ends early, or throws. By default, the signal's reason or an error is thrown. */
  otherwise?: () => T;
}

/**
 * Waits for work that is safe to abandon: up to a time, or without one (`Infinity`). If this process was blocked, a
 * result may already be waiting in the event loop behind the timer; it still counts. Work that can be cancelled gets an
 * `AbortSignal.timeout` instead.
 */
export async function within<T, Other = never>(
  ms: number,
  work: Awaitable<T>,
  { signal, otherwise }: Leaving<Other> = {},
): Promise<T | Other> {
  const left = Promise.withResolvers<never>();
  const late = () => left.reject(new Error(`There was no response within ${ms} ms.`));
  const aborted = () => left.reject(signal?.reason);
  const timer = ms === Infinity ? undefined : setTimeout(() => setImmediate(late), ms).unref();
  signal?.addEventListener('abort', aborted);
  if (signal?.aborted) aborted();
  try {
    return await Promise.race([otherwise ? left.promise.catch(otherwise) : left.promise, work]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', aborted);
  }
}
