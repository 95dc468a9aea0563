type Send = (request: Request) => Promise<Response>;

export interface RetryOptions {
  /** How often a request is sent again. */
  retries: number;
  /** A response that asks for a longer wait is returned as it is. */
  longestWaitSeconds: number;
}

const DEFAULT_WAIT_SECONDS = 1;
/** They may be sent again whatever became of them. */
const IDEMPOTENT = new Set(['GET', 'HEAD', 'PUT', 'DELETE']);

/** Waits as long as `Retry-After` says, where a limit is reached (429) or the service cannot answer now (503). */
export function retryingFetch(send: Send, { retries, longestWaitSeconds }: RetryOptions): Send {
  return async (request) => {
    for (let attempt = 0; ; attempt++) {
      const response = await send(request.clone());
      const waitSeconds = Number(response.headers.get('retry-after') ?? DEFAULT_WAIT_SECONDS);
      const mayRetry = response.status === 429 || (response.status === 503 && IDEMPOTENT.has(request.method));
      if (!mayRetry || attempt >= retries || !(waitSeconds <= longestWaitSeconds)) return response;
      await response.body?.cancel();
      await waitFor(waitSeconds, request.signal);
    }
  };
}

function waitFor(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const abort = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    }, seconds * 1000);
    signal.addEventListener('abort', abort, { once: true });
  });
}
