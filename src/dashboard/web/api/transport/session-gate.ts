import { Store } from './store.ts';

/** Why requests wait: the session has ended, or its sign-in is too long ago for what was asked. */
type Reason = 'ended' | 'stale';

/** Whose dashboard this is, once known, and what requests wait for. */
interface GateState {
  accountId: string | null;
  sessionId: string | null;
  reason: Reason | null;
}

const OPEN: GateState = { accountId: null, sessionId: null, reason: null };
export const gateState = new Store<GateState>(OPEN);
let waiting: ((isSame: boolean) => void)[] = [];

function resume(isSame: boolean): void {
  const resumed = waiting;
  waiting = [];
  resumed.forEach((go) => go(isSame));
}

/** Returns the ID of a session that is still valid, but that the given one replaces. */
export function openGate(accountId: string, sessionId: string): string | null {
  const before = gateState.get();
  // The session has been fetched anew, but nobody has signed in again.
  if (before.reason === 'stale' && before.sessionId === sessionId) return null;
  gateState.set({ accountId, sessionId, reason: null });
  resume(before.accountId === accountId);
  return before.reason === 'stale' ? before.sessionId : null;
}

/** Call it after signing out: requests that get a 401 then no longer wait for a sign-in. */
export function leaveGate(): void {
  gateState.set(OPEN);
  waiting = [];
}

/** Goes on without signing in: what waits fails. */
export function giveUpGate(): void {
  gateState.set({ ...gateState.get(), reason: null });
  resume(false);
}

/**
 * Resolves once the user has signed in again, so that no typed input is lost: false if they gave up, or signed in to
 * another account. Waiting requests are then sent.
 */
export function untilSignedInAgain(reason: Reason): Promise<boolean> {
  gateState.set({ ...gateState.get(), reason });
  return new Promise((go) => waiting.push(go));
}
