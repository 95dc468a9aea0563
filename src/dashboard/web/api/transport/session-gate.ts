import { Store } from './store.ts';

/** Whose dashboard this is once it is known, and whether their session has ended since. */
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

/** After signing out: a 401 is then nothing to wait for. */
export function leaveGate(): void {
  gateState.set({ accountId: null, isClosed: false });
  waiting = [];
}

/** Until somebody has signed in again. Requests that wait here are then sent, so nothing that was typed is lost. */
export function untilSignedInAgain(): Promise<void> {
  gateState.set({ ...gateState.get(), isClosed: true });
  return new Promise((resolve) => waiting.push(resolve));
}
