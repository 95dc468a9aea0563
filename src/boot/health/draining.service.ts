import { Injectable } from '@nestjs/common';

/** Anyone who asks less often isn't a load balancer waiting for a change. */
const WATCHED_MS = 30_000;

/** Tracks whether the process is about to stop, and whether a load balancer watches its readiness. */
@Injectable()
export class DrainingService {
  private askedMs = -Infinity;
  private hasBegun = false;

  get isDraining(): boolean {
    return this.hasBegun;
  }

  /** Whether someone, such as a load balancer, has recently checked readiness. */
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
