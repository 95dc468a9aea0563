/** A stream whose client has done nothing for this long is closed when another stream needs its slot. */
const STALLED_MS = 2_000;

/** A body that is generated while the client reads it, or received while the client sends it. */
export interface TakenStream {
  /**
   * When the client had read all available data, or sent some, as `performance.now()`. Infinity while the client has
   * nothing to do.
   */
  readonly takenMs: number;
  once(event: 'close', listener: () => void): unknown;
  destroy(error: Error): unknown;
}

interface MostStreams {
  ofProcess: number;
  ofClient: number;
}

/** Limits the number of open streams, each of which lasts as long as its client takes to read or send it. */
export class StreamSlots {
  private readonly open = new Map<TakenStream, string>();

  constructor(private readonly most: MostStreams) {}

  /** @returns whose limit is reached; undefined if there is room, or a stalled stream was closed to make room */
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

  /** @returns whether there was a stalled stream */
  private endStalled(): boolean {
    let stalled: TakenStream | undefined;
    for (const stream of this.open.keys())
      if (stream.takenMs < (stalled?.takenMs ?? performance.now() - STALLED_MS)) stalled = stream;
    if (!stalled) return false;
    this.open.delete(stalled);
    stalled.destroy(new Error('The caller did nothing while others waited.'));
    return true;
  }
}
