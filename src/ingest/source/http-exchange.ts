import { IngestError } from '../ingest-error.js';
import { type NetworkPolicy } from './network-policy.js';
import { ThroughputFloor } from './throughput-floor.js';

export interface HttpRequest {
  method: 'GET' | 'HEAD';
  headers: Record<string, string>;
}

/** One request, aborted if nothing, or far too little, arrives for a while. Its body must be read or discarded. */
export class HttpExchange {
  private constructor(
    private readonly url: string,
    readonly response: Response,
    private readonly policy: NetworkPolicy,
    private readonly timer: NodeJS.Timeout,
    private readonly signal: AbortSignal,
  ) {}

  /** @throws IngestError (ConnectionError, DownloadTimeoutError); the signal's reason once it is aborted */
  static async open(
    url: string,
    request: HttpRequest,
    policy: NetworkPolicy,
    callerSignal: AbortSignal,
  ): Promise<HttpExchange> {
    const { stallTimeoutMs } = policy;
    const stall = new AbortController();
    const timer = setTimeout(() => stall.abort(stalled(url, stallTimeoutMs)), stallTimeoutMs);
    const signal = AbortSignal.any([callerSignal, stall.signal]);
    try {
      const response = await fetch(url, { ...request, signal });
      return new HttpExchange(url, response, policy, timer, signal);
    } catch (error) {
      clearTimeout(timer);
      signal.throwIfAborted();
      throw new IngestError('ConnectionError', `${url}: ${reasonOf(error)}`, {
        cause: error,
        transient: true,
      });
    }
  }

  /**
   * Reads the whole body.
   * @param expectedBytes the length of the body
   * @throws IngestError (TruncatedDownloadError, ContentRangeError, DownloadTimeoutError); the signal's reason
   */
  readBody(expectedBytes: number): Promise<Uint8Array> {
    return this.read(expectedBytes, expectedBytes, () => this.tooLong(expectedBytes));
  }

  /**
   * Reads the whole body, whose length is unknown.
   * @param tooLong thrown as soon as more than `longestBytes` have arrived
   * @throws IngestError as readBody
   */
  readUpTo(longestBytes: number, tooLong: IngestError): Promise<Uint8Array> {
    return this.read(undefined, longestBytes, () => tooLong);
  }

  private async read(
    expectedBytes: number | undefined,
    longestBytes: number,
    tooLong: () => IngestError,
  ): Promise<Uint8Array> {
    const body: AsyncIterable<Uint8Array> | null = this.response.body;
    const chunks: Uint8Array[] = [];
    const floor = new ThroughputFloor(this.url, this.policy.throughputFloor);
    let received = 0;
    try {
      for await (const chunk of body ?? []) {
        this.timer.refresh();
        received += chunk.length;
        floor.count(chunk.length);
        if (received > longestBytes) throw tooLong();
        chunks.push(chunk);
      }
    } catch (error) {
      this.signal.throwIfAborted();
      throw error instanceof IngestError ? error : this.truncated(received, expectedBytes, error);
    } finally {
      clearTimeout(this.timer);
    }
    if (expectedBytes !== undefined && received < expectedBytes)
      throw this.truncated(received, expectedBytes);
    return Buffer.concat(chunks, received);
  }

  /** Ends the exchange without reading the body. */
  async discard(): Promise<void> {
    clearTimeout(this.timer);
    await this.response.body?.cancel().catch(() => undefined);
  }

  private truncated(received: number, expected: number | undefined, cause?: unknown): IngestError {
    const ending = cause === undefined ? '' : ` (${reasonOf(cause)})`;
    return new IngestError(
      'TruncatedDownloadError',
      `${this.url}: the response ended after ${received} of ${expected ?? 'its'} bytes${ending}`,
      { cause, transient: true },
    );
  }

  private tooLong(expected: number): IngestError {
    return new IngestError(
      'ContentRangeError',
      `${this.url}: the response is longer than the ${expected} bytes it announced`,
    );
  }
}

function stalled(url: string, stallTimeoutMs: number): IngestError {
  return new IngestError('DownloadTimeoutError', `${url}: nothing came for ${stallTimeoutMs / 1000} s`, {
    transient: true,
  });
}

/** Node's fetch hides the reason behind "fetch failed". An error for several addresses has a code but no message. */
function reasonOf(error: unknown): string {
  const { cause, message, code } = error as NodeJS.ErrnoException;
  return cause === undefined ? message || code || 'no reason given' : reasonOf(cause);
}
