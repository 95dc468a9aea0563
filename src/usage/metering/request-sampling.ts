/** Of each client, second and kind of outcome. */
export const MOST_IN_A_SECOND = 50;

/** The kinds of outcomes, of which each is sampled separately: below 400, 4xx and 5xx. */
export type OutcomeKind = 3 | 4 | 5;

export function outcomeKind(status: number): OutcomeKind {
  return status < 400 ? 3 : status < 500 ? 4 : 5;
}

/** Selects the requests that the log keeps: the first ones of each client and kind of outcome in each second. */
export class RequestSampling {
  private second = 0;
  private readonly taken = new Map<string, number>();

  isLogged(clientId: string, status: number, timeMs: number): boolean {
    const second = Math.floor(timeMs / 1000);
    if (second !== this.second) {
      this.second = second;
      this.taken.clear();
    }
    const key = `${outcomeKind(status)}${clientId}`;
    const taken = this.taken.get(key) ?? 0;
    if (taken >= MOST_IN_A_SECOND) return false;
    this.taken.set(key, taken + 1);
    return true;
  }
}
