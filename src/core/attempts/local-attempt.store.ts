import { ATTEMPT_LIMITS, type AttemptKind } from './attempt-limits.js';
import { type AttemptAction, AttemptStore } from './attempt-store.js';
import { AttemptThrottle } from './attempt-throttle.js';

/** Counts attempts in this process. */
export class LocalAttemptStore extends AttemptStore {
  private readonly throttles = new Map<AttemptKind, AttemptThrottle>();

  act(kind: AttemptKind, action: AttemptAction, key: string): number {
    const throttle = this.throttleOf(kind);
    if (action === 'takeBack' || action === 'clear') throttle[action](key);
    const waitSeconds = action === 'wait' || action === 'attempt' ? throttle.waitSeconds(key) : 0;
    if (action === 'note' || (action === 'attempt' && waitSeconds === 0)) throttle.note(key);
    return waitSeconds;
  }

  private throttleOf(kind: AttemptKind): AttemptThrottle {
    let throttle = this.throttles.get(kind);
    if (!throttle) {
      throttle = new AttemptThrottle(ATTEMPT_LIMITS[kind]);
      this.throttles.set(kind, throttle);
    }
    return throttle;
  }
}
