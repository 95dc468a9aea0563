import { type ByteRange } from './byte-ranges.js';
import { IngestError } from '../ingest-error.js';
import { type ByteSource, fileChanged, LONGEST_TEXT_BYTES, tooLongText } from './byte-source.js';
import { ConnectionLimit } from './connection-limit.js';
import { type FileVersion } from './file-version.js';
import { HttpExchange, type HttpRequest } from './http-exchange.js';
import { isOtherVersion, preconditionOf, versionOf } from './http-file-version.js';
import { type NetworkPolicy } from './network-policy.js';
import { retryTransient } from './retry.js';

const CONTENT_RANGE = /^bytes (\d+)-(\d+)\/(\d+)$/;
/** A compressed response would make the lengths meaningless. */
const UNCOMPRESSED = { 'accept-encoding': 'identity' };
/** Responses of a server that doesn't have the file, or doesn't support HEAD. */
const UNDESCRIBED_STATUSES = [403, 404, 405, 501];
const TRANSIENT_STATUSES = [408, 425, 429, 500, 502, 503, 504];

/** The bucket, or a server with the same layout, that supports range requests. */
export class HttpSource implements ByteSource {
  readonly isRemote = true;
  clockSkewMs: number | undefined;
  private readonly connections: ConnectionLimit;

  /** @param location an `http:` or `https:` URL without a trailing slash */
  constructor(
    readonly location: string,
    private readonly policy: NetworkPolicy,
  ) {
    this.connections = new ConnectionLimit(policy.connections);
  }

  readText(path: string, signal: AbortSignal): Promise<string | undefined> {
    return this.exchange(path, { method: 'GET', headers: {} }, signal, async (exchange) => {
      const { status } = exchange.response;
      if (status === 404) return undefined;
      if (status !== 200) throw this.refused(path, exchange.response);
      const url = `${this.location}/${path}`;
      return new TextDecoder().decode(await exchange.readUpTo(LONGEST_TEXT_BYTES, tooLongText(url)));
    });
  }

  describe(path: string, signal: AbortSignal): Promise<FileVersion | undefined> {
    return this.exchange(path, { method: 'HEAD', headers: UNCOMPRESSED }, signal, ({ response }) => {
      if (UNDESCRIBED_STATUSES.includes(response.status)) return undefined;
      if (response.status !== 200) throw this.refused(path, response);
      return versionOf(response);
    });
  }

  readRange(path: string, range: ByteRange, signal: AbortSignal, version?: FileVersion): Promise<Uint8Array> {
    const isWhole = range.startBytes === 0 && range.endBytes === version?.sizeBytes;
    const headers = {
      ...UNCOMPRESSED,
      ...(!isWhole && { range: rangeHeader(range) }),
      ...preconditionOf(version),
    };
    return this.exchange(path, { method: 'GET', headers }, signal, async (exchange) => {
      if (version) this.requireVersion(path, version, exchange.response, isWhole);
      // Not every server of whole files supports ranges.
      if (isWhole && version && exchange.response.status === 200) return exchange.readBody(version.sizeBytes);
      this.requirePartialContent(path, exchange.response);
      return exchange.readBody(this.contentLength(path, range, exchange.response));
    });
  }

  private exchange<T>(
    path: string,
    request: HttpRequest,
    signal: AbortSignal,
    read: (exchange: HttpExchange) => T | Promise<T>,
  ): Promise<T> {
    const attempt = async () => {
      const url = `${this.location}/${path}`;
      const exchange = await HttpExchange.open(url, request, this.policy, signal);
      this.clockSkewMs = clockSkewMs(exchange.response, Date.now());
      try {
        return await read(exchange);
      } finally {
        await exchange.discard();
      }
    };
    return this.connections.run(() => retryTransient(this.policy.retryDelaysMs, signal, attempt));
  }

  private requireVersion(path: string, version: FileVersion, response: Response, isWhole: boolean): void {
    const { status } = response;
    const statuses = isWhole ? [200, 206, 416] : [206, 416];
    if (status === 412 || (statuses.includes(status) && isOtherVersion(version, response)))
      throw fileChanged(`${this.location}/${path}`);
  }

  private requirePartialContent(path: string, response: Response): void {
    if (response.status === 206) return;
    if (response.status === 200) {
      const type = response.headers.get('content-type') ?? 'no content type';
      throw new IngestError(
        'RangeIgnoredError',
        `${this.location}/${path}: the server sent the whole body (200, ${type}) instead of the range asked for`,
      );
    }
    throw this.refused(path, response);
  }

  /** Returns the number of bytes to expect, after checking Content-Range against the request. */
  private contentLength(path: string, range: ByteRange, response: Response): number {
    const header = response.headers.get('content-range');
    const [first, last, size] = (CONTENT_RANGE.exec(header ?? '') ?? []).slice(1).map(Number);
    const end = Math.min(range.endBytes ?? Infinity, size);
    if (first !== range.startBytes || last !== end - 1) {
      throw new IngestError(
        'ContentRangeError',
        `${this.location}/${path}: Content-Range is "${header}" where ${rangeHeader(range)} was asked for`,
      );
    }
    if (range.endBytes !== undefined && size < range.endBytes) {
      throw new IngestError(
        'TruncatedFileError',
        `${this.location}/${path} has ${size} bytes, its inventory asks for ${range.endBytes}`,
      );
    }
    return last + 1 - first;
  }

  private refused(path: string, { status, statusText }: Response): IngestError {
    const url = `${this.location}/${path}`;
    if (status === 404) return new IngestError('FileMissingError', `${url} does not exist (404)`);
    if (status === 416) {
      return new IngestError('TruncatedFileError', `${url} is shorter than its inventory asks for (416)`);
    }
    return new IngestError(
      'HttpStatusError',
      `${url}: the server returned ${status} ${statusText}`.trimEnd(),
      {
        transient: TRANSIENT_STATUSES.includes(status),
      },
    );
  }
}

/** Without an end the range goes to the end of the file. */
function rangeHeader({ startBytes, endBytes }: ByteRange): string {
  return `bytes=${startBytes}-${endBytes === undefined ? '' : endBytes - 1}`;
}

/** A cache repeats the Date of the original response and reports its age in Age. */
function clockSkewMs({ headers }: Response, nowMs: number): number | undefined {
  const sentMs = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(sentMs)) return undefined;
  const ageSeconds = /^\d{1,9}$/.exec(headers.get('age') ?? '')?.[0] ?? 0;
  return sentMs + Number(ageSeconds) * 1000 - nowMs;
}
