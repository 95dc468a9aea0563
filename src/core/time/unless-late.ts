import type { Awaitable } from '../common/awaitable.js';

/** Returns the value, or undefined if it doesn't arrive in time. */
export async function unlessLate<T>(value: Awaitable<T>, withinMs: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), withinMs);
    timer.unref();
  });
  try {
    return await Promise.race([value, late]);
  } finally {
    clearTimeout(timer);
  }
}
