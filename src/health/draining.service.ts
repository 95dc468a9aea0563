import { Injectable } from '@nestjs/common';

/** Who asks less often than this is no balancer that waits for the answer. */
const WATCHED_MS = 30_000;

/** Whether the process is about to stop, and whether anybody asks, and so would notice. */
@Injectable()
export class DrainingService {
  private askedMs = -Infinity;
  private hasBegun = false;

  get isDraining(): boolean {
    return this.hasBegun;
  }

  /** Whether somebody, such as a balancer, has lately asked if the process is ready. */
  get isWatched(): boolean {
    return performance.now() - this.askedMs < WATCHED_MS;
  }

  noteQuestion(): void {
    this.askedMs = performance.now();
  }

  begin(): void {
    this.hasBegun = true;
  }
}
