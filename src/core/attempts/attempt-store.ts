import { type Awaitable } from '../common/awaitable.js';
import { type AttemptKind } from './attempt-limits.js';

/** `wait` only reads the wait, `attempt` also notes the attempt unless it has to wait; the others update the key. */
export type AttemptAction = 'wait' | 'note' | 'attempt' | 'takeBack' | 'clear';

/** The wait is unknown because the store doesn't respond. */
export const UNKNOWN_WAIT = -1;

/** Where attempts are counted: in the process, or in a store that replicas share. */
export abstract class AttemptStore {
  /** @returns the whole seconds to wait, 0 for no wait, or UNKNOWN_WAIT */
  abstract act(kind: AttemptKind, action: AttemptAction, key: string): Awaitable<number>;
}
