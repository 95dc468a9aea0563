import { IngestError } from '../ingest-error.js';
import { type NetworkPolicy } from './network-policy.js';

/** Aborts a transfer that is so slow that it would never end: a server that only trickles is as bad as a silent one. */
export class ThroughputFloor {
  private sinceMs = performance.now();
  private bytes = 0;

  constructor(
    private readonly url: string,
    private readonly floor: NetworkPolicy['throughputFloor'],
  ) {}

  /**
   * Counts bytes that have just arrived.
   * @throws IngestError (DownloadTimeoutError)
   */
  count(bytes: number): void {
    this.bytes += bytes;
    const elapsedMs = performance.now() - this.sinceMs;
    if (elapsedMs < this.floor.perMs) return;
    if (this.bytes < (this.floor.bytes * elapsedMs) / this.floor.perMs) {
      throw new IngestError(
        'DownloadTimeoutError',
        `${this.url}: only ${this.bytes} bytes came in ${(elapsedMs / 1000).toFixed(1)} s`,
        { transient: true },
      );
    }
    this.sinceMs += elapsedMs;
    this.bytes = 0;
  }
}
