import { once } from 'node:events';

/** Waits for work that is safe to abandon. Once the signal is aborted, throws its reason. */
export async function untilAborted<T>(work: Promise<T>, signal?: AbortSignal): Promise<T> {
  if (!signal) return work;
  signal.throwIfAborted();
  const settled = new AbortController();
  const stopped = once(signal, 'abort', { signal: settled.signal }).then(() => {
    throw signal.reason;
  });
  try {
    return await Promise.race([work, stopped]);
  } finally {
    settled.abort();
    stopped.catch(() => undefined);
  }
}
