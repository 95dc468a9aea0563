import { IngestError } from '../ingest-error.js';
import { type IngestStatus } from '../status/ingest-status.js';
import { type IngestLease } from './ingest.scheduler.js';

/** A run of which more is still to come gives way to a preferred model: 1 GB takes nearly three minutes over 50 Mbit/s. */
const LONG_BYTES = 1e9;

/** The turns of this process's models, of which one at a time takes a run. */
export class IngestTurns {
  private current: { place: number; status: IngestStatus; giveWay: AbortController } | undefined;

  /** @param acquire the lease that all processes on the database share; undefined when another one has it */
  constructor(private readonly acquire: () => Promise<IngestLease | undefined>) {}

  /**
   * The lease for the model at a place in the order of preference. Undefined while another one has it, which is asked to give way
   * if it comes later in that order and is far from its end: what it has downloaded is kept.
   *
   * @param status what the model is doing
   */
  async acquireLease(place: number, status: IngestStatus): Promise<IngestLease | undefined> {
    const lease = await this.acquire();
    if (!lease) {
      this.askToGiveWay(place);
      return undefined;
    }
    const giveWay = new AbortController();
    const turn = { place, status, giveWay };
    this.current = turn;
    return {
      lost: AbortSignal.any([lease.lost, giveWay.signal]),
      release: () => {
        // A lost lease may be another model's by now.
        if (this.current === turn) this.current = undefined;
        lease.release();
      },
    };
  }

  private askToGiveWay(place: number): void {
    const { current } = this;
    if (!current || current.place <= place || bytesToCome(current.status) < LONG_BYTES) return;
    current.giveWay.abort(new IngestError('IngestBusyError', 'a preferred model has a run to ingest'));
  }
}

/** By the steps that are done: those that an earlier attempt has downloaded count, too. */
function bytesToCome({ progress }: IngestStatus): number {
  const { steps = 0, stepsDone = 0, totalBytes = 0 } = progress ?? {};
  return steps === 0 ? 0 : totalBytes * (1 - stepsDone / steps);
}
