/**
 * Does work for each item, in order, for several at a time. After a failure, no more begins, the signal that the work
 * gets is aborted, and the failure is thrown once everything has ended.
 * @throws what the work throws; the signal's reason if it is aborted
 */
export async function concurrently<T>(
  atOnce: number,
  items: readonly T[],
  work: (item: T, signal: AbortSignal) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  const failed = new AbortController();
  const either = signal ? AbortSignal.any([signal, failed.signal]) : failed.signal;
  let next = 0;
  const lane = async () => {
    while (next < items.length && !either.aborted) await work(items[next++], either);
  };
  const lanes = Array.from({ length: atOnce }, lane);
  await Promise.all(lanes).catch(async (error: unknown) => {
    failed.abort(error);
    await Promise.allSettled(lanes);
    throw error;
  });
  signal?.throwIfAborted();
}
