const MOST_IN_A_SECOND = 50;

/** Selects the successful requests that the log keeps: the first ones of each client in each second. */
export class RequestSampling {
  private second = 0;
  private readonly taken = new Map<string, number>();

  isLogged(clientId: string, timeMs: number): boolean {
    const second = Math.floor(timeMs / 1000);
    if (second !== this.second) {
      this.second = second;
      this.taken.clear();
    }
    const taken = this.taken.get(clientId) ?? 0;
    if (taken >= MOST_IN_A_SECOND) return false;
    this.taken.set(clientId, taken + 1);
    return true;
  }
}
