import { IngestError } from '../ingest-error.js';
import { type NetworkPolicy } from './network-policy.js';

/** Ends a transfer that goes on, but so slowly that it would never end: a server that drips is as good as silent. */
export class ThroughputFloor {
  private sinceMs = performance.now();
  private bytes = 0;

  constructor(
    private readonly url: string,
    private readonly floor: NetworkPolicy['throughputFloor'],
  ) {}

  /**
   * Counts what has just come.
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
