import { type Awaitable } from '../common/awaitable.js';
import { type ServiceProcesses } from '../workers/service-processes.service.js';
import { type AttemptKind } from './attempt-limits.js';
import { type AttemptAction, AttemptStore } from './attempt-store.js';

const ATTEMPTS = 'attempts';
type Question = [kind: AttemptKind, action: AttemptAction, key: string];

/** Lets the primary count the attempts of all workers. */
export class RemoteAttemptStore extends AttemptStore {
  constructor(private readonly processes: ServiceProcesses) {
    super();
  }

  act(kind: AttemptKind, action: AttemptAction, key: string): Awaitable<number> {
    const question: Question = [kind, action, key];
    return this.processes.askPrimary<number>(ATTEMPTS, question);
  }
}

/** In the primary: counts for the workers. */
export function countForWorkers(store: AttemptStore, processes: ServiceProcesses): void {
  processes.answer(ATTEMPTS, (question) => store.act(...(question as Question)));
}
