/** How the service names itself to public sources of data. */
export const USER_AGENT = 'weather-forecast-service (self-hosted)';
const LONGEST_WAIT_S = 86_400;

/** Returns how long a server asks to wait, a day at most. */
export function retryAfterMs(headers: Headers): number {
  return Math.min(Number(headers.get('retry-after')) || 0, LONGEST_WAIT_S) * 1_000;
}

/** Returns why a request failed: Node's fetch hides it behind "fetch failed". */
export function reasonOf({ message, cause, code }: NodeJS.ErrnoException): string {
  return cause instanceof Error ? reasonOf(cause) : message || (code ?? 'no reason given');
}
