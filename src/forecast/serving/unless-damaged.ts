import { type Awaitable, isPromise } from '../../common/awaitable.js';
import { DamagedRunError } from '../../model-store/format/damaged-run-error.js';

/** Makes an answer, and makes it anew as often as a run turns out to be damaged: the next time it is not among the runs. */
export function unlessDamaged<T>(make: () => Awaitable<T>): Awaitable<T> {
  const again = (error: unknown) => {
    if (error instanceof DamagedRunError) return unlessDamaged(make);
    throw error;
  };
  try {
    const made = make();
    return isPromise(made) ? made.catch(again) : made;
  } catch (error) {
    return again(error);
  }
}
