import { Injectable } from '@nestjs/common';
import { type Decision, type Window } from './client-limits.js';

/** Counts the decisions of the clients' limits in this process since it started. */
@Injectable()
export class LimitDecisionsService {
  private admittedRequests = 0;
  private refusedRequests = 0;
  /** A request refused by several windows counts for each of them. */
  private readonly refusals: Record<Window, number> = { second: 0, minute: 0, hour: 0, day: 0 };

  get admitted(): number {
    return this.admittedRequests;
  }

  get refused(): number {
    return this.refusedRequests;
  }

  get refusedBy(): Readonly<Record<Window, number>> {
    return this.refusals;
  }

  note({ admitted, violated }: Decision): void {
    if (admitted) {
      this.admittedRequests += 1;
      return;
    }
    this.refusedRequests += 1;
    for (const window of violated) this.refusals[window] += 1;
  }
}
