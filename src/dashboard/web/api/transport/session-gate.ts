import { Store } from './store.ts';

/** Whose dashboard this is, once known, and whether their session has ended since. */
interface GateState {
  accountId: string | null;
  isClosed: boolean;
}

export const gateState = new Store<GateState>({ accountId: null, isClosed: false });
let waiting: (() => void)[] = [];

export function openGate(accountId: string): void {
  gateState.set({ accountId, isClosed: false });
  waiting.forEach((resume) => resume());
  waiting = [];
}

/** Call it after signing out: requests that get a 401 then no longer wait for a sign-in. */
export function leaveGate(): void {
  gateState.set({ accountId: null, isClosed: false });
  waiting = [];
}

/** Resolves once the user has signed in again. Waiting requests are then sent, so that no typed input is lost. */
export function untilSignedInAgain(): Promise<void> {
  gateState.set({ ...gateState.get(), isClosed: true });
  return new Promise((resolve) => waiting.push(resolve));
}
