import { setTimeout as sleep } from 'node:timers/promises';
import { EventStreamCaller, type ReceivedEvent } from '../../support/event-stream-caller.js';
import type { Ledger, Outcome } from '../ledger.js';

const AGAIN_AFTER_MS = 250;

export interface Followed {
  port: number;
  key: string;
  clientId: string;
  organizationId: string;
  /** The last event before those that it must receive. */
  startId: string;
  ledger: Ledger;
}

/** Holds an event stream open, and resumes it after its last event whenever it breaks. */
export class EventFollower {
  /** Number of streams opened with 200. */
  streams = 0;
  private readonly before: ReceivedEvent[] = [];
  private stream: EventStreamCaller | undefined;
  private lastEventId: string;

  constructor(readonly followed: Followed) {
    this.lastEventId = followed.startId;
  }

  /** In the order received. */
  get events(): readonly ReceivedEvent[] {
    return [...this.before, ...(this.stream?.events ?? [])];
  }

  async follow(signal: AbortSignal): Promise<void> {
    signal.addEventListener('abort', () => this.stream?.close());
    while (!signal.aborted) {
      await this.open(signal);
      await sleep(AGAIN_AFTER_MS);
    }
  }

  private async open(signal: AbortSignal): Promise<void> {
    const { port, key, ledger } = this.followed;
    const id = ledger.nextId();
    const sentMs = performance.now();
    const note = (outcome: Pick<Outcome, 'status' | 'failure' | 'counted'>) =>
      ledger.record({ id, units: 1, sentMs, receivedMs: performance.now(), ...outcome });
    const headers = { apikey: key, 'x-request-id': id, 'last-event-id': this.lastEventId };
    let stream: EventStreamCaller;
    try {
      stream = await EventStreamCaller.open(`http://127.0.0.1:${port}`, headers);
    } catch (error) {
      const isAway = (error as NodeJS.ErrnoException).code === 'ECONNREFUSED';
      note({ failure: isAway ? 'proxy away' : 'proxy cut', counted: isAway ? 'no' : 'maybe' });
      return;
    }
    const status = stream.response.statusCode!;
    const failure = stream.response.headers['x-proxy-failure'] as string | undefined;
    if (status === 200) {
      note({ status, counted: 'yes' });
      this.streams += 1;
      this.stream = stream;
      if (signal.aborted) stream.close();
      await stream.closed;
      this.before.push(...stream.events);
      this.stream = undefined;
      this.lastEventId = stream.lastEventId || this.lastEventId;
      return;
    }
    stream.close();
    if (failure !== undefined) note({ failure, counted: failure === 'no replica' ? 'no' : 'maybe' });
    else note({ status, failure: `${status} for a stream`, counted: status < 500 ? 'yes' : 'maybe' });
    if (status < 500)
      ledger.noteWrong(`A stream of events after ${this.lastEventId} was refused with ${status}.`);
  }
}
