import { type Awaitable } from '../common/awaitable.js';
import { type AttemptKind } from './attempt-limits.js';

/** `wait` only asks, `attempt` asks and notes what may go on; the others change what is known of the key. */
export type AttemptAction = 'wait' | 'note' | 'attempt' | 'takeBack' | 'clear';

/** Nobody knows how long: the store does not answer. */
export const UNKNOWN_WAIT = -1;

/** Where attempts are counted: in the process, or in a store that replicas share. */
export abstract class AttemptStore {
  /** @returns the whole seconds to wait, 0 where there is nothing to wait for, or UNKNOWN_WAIT */
  abstract act(kind: AttemptKind, action: AttemptAction, key: string): Awaitable<number>;
}
