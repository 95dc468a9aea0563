import { type Readable } from 'node:stream';

/** While others wait, who has taken nothing for so long makes room for them. */
const STALLED_MS = 2_000;

/** A body that is made while its caller takes it. */
export interface TakenStream extends Readable {
  /** When the caller had taken everything that there was; ms of the process. Infinity while there is nothing to take. */
  readonly takenMs: number;
}

interface MostStreams {
  ofProcess: number;
  ofClient: number;
}

/** The streams that are under way, each at the speed at which its caller takes it. */
export class StreamPlaces {
  private readonly open = new Map<TakenStream, string>();

  constructor(private readonly most: MostStreams) {}

  /** @returns of whom there are too many for one more; undefined where there is room, or was made */
  lackOf(clientId: string): 'client' | 'process' | undefined {
    let own = 0;
    for (const owner of this.open.values()) if (owner === clientId) own += 1;
    if (own >= this.most.ofClient) return 'client';
    return this.open.size < this.most.ofProcess || this.endStalled() ? undefined : 'process';
  }

  hold(clientId: string, stream: TakenStream): void {
    this.open.set(stream, clientId);
    stream.once('close', () => this.open.delete(stream));
  }

  /** @returns whether there was one */
  private endStalled(): boolean {
    let stalled: TakenStream | undefined;
    for (const stream of this.open.keys())
      if (stream.takenMs < (stalled?.takenMs ?? performance.now() - STALLED_MS)) stalled = stream;
    if (!stalled) return false;
    this.open.delete(stalled);
    stalled.destroy(new Error('The caller read nothing while others waited.'));
    return true;
  }
}
