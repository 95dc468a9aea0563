import { setTimeout as sleep } from 'node:timers/promises';
import { IngestError } from '../ingest-error.js';
import { type IngestStatus } from '../status/ingest-status.js';
import { type IngestLease } from './ingest.scheduler.js';

/** How long a preferred model waits for the turn of another one. */
const LONG_MS = 60_000;

/** How often a model that waits for its turn looks whether it has come. */
const LOOK_MS = 1_000;

/** The database's lock of the turn; see AdvisoryLock. A model's has the model's name after it. */
const LOCK_NAME = 'ingest';

type Lock = Pick<IngestLease, 'lost' | 'release'>;

interface Turn {
  rank: number;
  status: IngestStatus;
  /** Aborted when the turn, or the lease, is lost. */
  readonly interrupt: AbortController;
  lost: AbortSignal;
  lock?: Lock;
  beganMs: number;
}

/**
 * Lets models take turns: one at a time stores what it has downloaded, which takes processors and memory. The downloads
 * before it take none, so that no model waits for another one's source.
 */
export class IngestTurns {
  private current: Turn | undefined;
  private readonly waiting = new Set<Turn>();

  /** @param acquire acquires a lock of all processes on the database; undefined if another one has it */
  constructor(
    private readonly acquire: (name: string) => Promise<Lock | undefined>,
    private readonly lookMs = LOOK_MS,
  ) {}

  /**
   * Acquires the lease of a model. Returns undefined while another process has it.
   *
   * @param rank in the order of preference
   * @param status the status of the model's ingest
   */
  async acquireLease(model: string, rank: number, status: IngestStatus): Promise<IngestLease | undefined> {
    const lock = await this.acquire(`${LOCK_NAME} ${model}`);
    if (!lock) return undefined;
    const interrupt = new AbortController();
    const lost = AbortSignal.any([lock.lost, interrupt.signal]);
    const turn: Turn = { rank, status, interrupt, lost, beganMs: 0 };
    return {
      lost,
      turn: () => this.wait(turn),
      release: () => {
        // It may still be waiting for its turn, as when its process has just ended.
        interrupt.abort(new IngestError('IngestAbortedError', 'the lease was released'));
        if (this.current === turn) this.current = undefined;
        turn.lock?.release();
        lock.release();
      },
    };
  }

  private async wait(turn: Turn): Promise<void> {
    this.waiting.add(turn);
    try {
      while (!(await this.begin(turn))) {
        this.askToGiveWay(turn.rank);
        await sleep(this.lookMs, undefined, { signal: turn.lost });
      }
    } finally {
      this.waiting.delete(turn);
    }
  }

  private async begin(turn: Turn): Promise<boolean> {
    if (this.current || this.next() !== turn) return false;
    this.current = turn;
    const end = (lock?: Lock) => {
      if (this.current === turn) this.current = undefined;
      lock?.release();
      return false;
    };
    const lock = await this.acquire(LOCK_NAME).catch((error: unknown) => {
      end();
      throw error;
    });
    // The lease may have been released meanwhile.
    if (!lock || turn.lost.aborted) return end(lock);
    turn.lock = lock;
    turn.beganMs = performance.now();
    lock.lost.addEventListener('abort', () => turn.interrupt.abort(lock.lost.reason));
    return true;
  }

  /** The waiting model that has the least to store: the others wait the least for it. */
  private next(): Turn | undefined {
    return [...this.waiting].sort((one, other) => bytesOf(one) - bytesOf(other) || one.rank - other.rank)[0];
  }

  /** A model that comes later in the order gives way unless it is nearly done. Its downloads are kept. */
  private askToGiveWay(rank: number): void {
    const { current } = this;
    if (!current?.lock || current.rank <= rank || leftMs(current) < LONG_MS) return;
    current.interrupt.abort(new IngestError('IngestBusyError', 'a preferred model has a run to store'));
  }
}

function bytesOf({ status: { progress } }: Turn): number {
  return progress?.totalBytes ?? Number.MAX_SAFE_INTEGER;
}

/** How much longer the turn takes if it goes on as before; without any progress, at least as long for each step. */
function leftMs({ status: { progress }, beganMs }: Turn): number {
  const { steps = 0, stepsStored = 0 } = progress ?? {};
  return ((performance.now() - beganMs) * (steps - stepsStored)) / Math.max(stepsStored, 1);
}
