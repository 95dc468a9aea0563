import { UnreachableError } from './problem-error.ts';
import { Store } from './store.ts';

export const isServiceAway = new Store(false);

/** `fetch` that records whether the service is reachable. */
export async function reach(request: Request): Promise<Response> {
  try {
    const response = await fetch(request);
    isServiceAway.set(false);
    return response;
  } catch (error) {
    if (request.signal.aborted) throw error;
    isServiceAway.set(true);
    throw new UnreachableError(error);
  }
}

/** Wraps a lazily loaded module. Throws `UnreachableError` if the service is unreachable. */
export const fetched =
  <T>(load: () => Promise<T>) =>
  (): Promise<T> =>
    load().catch(async (error: unknown) => {
      throw (await isServiceThere()) ? error : new UnreachableError(error);
    });

export async function isServiceThere(): Promise<boolean> {
  try {
    return (await fetch('/health/live', { cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}
