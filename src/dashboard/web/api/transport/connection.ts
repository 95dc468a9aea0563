import { Store } from './store.ts';
import { UnreachableError } from './unreachable-error.ts';

export const isServiceAway = new Store(false);

/** `fetch` that remembers whether the service answers at all. */
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

/** A part of the page that is fetched when it is needed, or the word that the service is away. */
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
