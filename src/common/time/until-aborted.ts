import { once } from 'node:events';

/** Waits for what leaves nothing behind where it is given up: until the signal at the longest, whose reason it throws. */
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
