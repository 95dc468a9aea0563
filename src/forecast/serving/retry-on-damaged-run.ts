import { type Awaitable, isPromise } from '../../core/common/index.js';
import { DamagedRunError } from '../../store/format/index.js';

/**
 * Builds a response, and retries whenever a run turns out to be damaged: by then, that run is no longer in the catalog.
 */
export function retryOnDamagedRun<T>(make: () => Awaitable<T>): Awaitable<T> {
  const again = (error: unknown) => {
    if (error instanceof DamagedRunError) return retryOnDamagedRun(make);
    throw error;
  };
  try {
    const made = make();
    return isPromise(made) ? made.catch(again) : made;
  } catch (error) {
    return again(error);
  }
}
