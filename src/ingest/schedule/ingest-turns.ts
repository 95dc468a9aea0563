import { IngestError } from '../ingest-error.js';
import { type IngestStatus } from '../status/ingest-status.js';
import { type IngestLease } from './ingest.scheduler.js';

/** A run with more left to download gives way to a preferred model: 1 GB takes nearly three minutes at 50 Mbit/s. */
const LONG_BYTES = 1e9;

/** Lets this process's models take turns: one at a time ingests a run. */
export class IngestTurns {
  private current: { place: number; status: IngestStatus; giveWay: AbortController } | undefined;

  /** @param acquire acquires the lease that all processes on the database share; undefined if another one has it */
  constructor(private readonly acquire: () => Promise<IngestLease | undefined>) {}

  /**
   * Acquires the lease for the model at a place in the order of preference. Returns undefined while another one has it.
   * A model of this process that has it is asked to give way if it comes later in the order and is far from done; its
   * downloads are kept.
   *
   * @param status the status of the model's ingest
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
        // Another model may have the lease by now if it was lost.
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

/** Estimates the remaining bytes from the finished steps, including those that an earlier attempt downloaded. */
function bytesToCome({ progress }: IngestStatus): number {
  const { steps = 0, stepsDone = 0, totalBytes = 0 } = progress ?? {};
  return steps === 0 ? 0 : totalBytes * (1 - stepsDone / steps);
}
