import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { crc32 } from 'node:zlib';

/** What the mirror does wrong in a response. */
export type MirrorFault =
  | { kind: 'status'; status: number }
  /** 200 with a web page, like a captive portal. */
  | { kind: 'html' }
  /** 200 with the whole file, like a server without range support. */
  | { kind: 'range-ignored' }
  /** Correct headers, but the connection breaks after some bytes. */
  | { kind: 'cut'; afterBytes: number }
  /** Correct headers, but no body. */
  | { kind: 'stall' }
  /** Correct headers, then one byte at a time. */
  | { kind: 'drip'; everyMs: number }
  /** A `Content-Range` other than the requested one. */
  | { kind: 'wrong-content-range' }
  /** A range that ends some bytes early, with consistent headers. */
  | { kind: 'shorter-range'; byBytes: number }
  /** A chunked body that lacks its last bytes, but is terminated like a complete one. */
  | { kind: 'short-body'; byBytes: number }
  /** The file as if its upload had been cut short. */
  | { kind: 'file-ends-at'; endBytes: number }
  /** Other content under the same name. */
  | { kind: 'content'; body: Uint8Array };

export interface MirrorRequest {
  /** Relative to the root, without a leading slash. */
  path: string;
  range: string | undefined;
  /** The value of If-Match or If-Unmodified-Since. */
  precondition?: string;
  /** 1 for the first request of this path and range. */
  attempt: number;
}

/** One run of one resolution, in the layout of the GFS bucket; the resolution `pres_a` stands for that of GFS v17. */
export interface MirrorRun {
  run: Date;
  resolution: string;
}

export interface MirrorOptions {
  /** A folder with the bucket's layout. */
  root: string;
  /** Called for every request, including HEADs, which have no range. A returned fault replaces the correct response. */
  fault?: (request: MirrorRequest) => MirrorFault | undefined;
  /** Also serves the files of the run `from` as those of other runs, with their dates rewritten. */
  redate?: { from: MirrorRun; to: MirrorRun[] };
}

/** "7777", the end of a message. */
const END_MARK = 0x37373737;

const STEP_FILE = /^gfs\.(\d{8})\/(\d{2})\/atmos\/gfs\.t\2z\.pgrb2\.(\w+)\.(f\d{3}(?:\.idx)?)$/;
const STEP_FILE_V17 =
  /^gfs\.(\d{8})\/(\d{2})\/products\/atmos\/grib2\/0p25\/gfs\.t\2z\.(pres_a)\.0p25\.(f\d{3})\.grib2(\.idx)?$/;

/** A local server of model files that handles ranges like the public bucket and injects faults on demand. */
export class MirrorServer {
  /** GETs only; faults in the transfer also apply only to them. */
  readonly requests: MirrorRequest[] = [];
  /** Paths of HEAD requests. */
  readonly heads: string[] = [];
  /** If set, the status of every response to a HEAD. */
  headStatus: number | undefined;
  /** The headers that identify a file's version. */
  versions: 'etag' | 'weak-etag' | 'last-modified' | 'none' = 'etag';
  /** Whether to ignore preconditions and serve a range of any version. */
  ignoresPreconditions = false;
  fault: MirrorOptions['fault'];
  /** Added to every response; `date` replaces the real one. */
  headers: Record<string, string> = {};
  /** Before each response. */
  delayMs = 0;
  /** Called before each response. */
  onRequest: ((request: MirrorRequest) => void) | undefined;
  onClose: (() => void) | undefined;
  private readonly redated = new Map<string, Uint8Array>();

  private constructor(
    private readonly server: Server,
    private readonly options: MirrorOptions,
  ) {
    this.fault = options.fault;
  }

  static async start(options: MirrorOptions): Promise<MirrorServer> {
    const server = createServer();
    const mirror = new MirrorServer(server, options);
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      mirror.answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return mirror;
  }

  /** Without a trailing slash. */
  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
    this.onClose?.();
  }

  private async answer(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = decodeURIComponent((message.url ?? '/').slice(1));
    const { range } = message.headers;
    if (message.method === 'HEAD') return this.answerHead(path, response);
    const attempt = this.requests.filter((past) => past.path === path && past.range === range).length + 1;
    const precondition = message.headers['if-match'] ?? message.headers['if-unmodified-since'];
    const request = { path, range, attempt, precondition };
    this.requests.push(request);
    this.onRequest?.(request);
    if (this.delayMs > 0) await sleep(this.delayMs);
    for (const [name, value] of Object.entries(this.headers)) response.setHeader(name, value);
    const fault = this.fault?.(request);
    if (fault?.kind === 'status') return void response.writeHead(fault.status).end();
    if (fault?.kind === 'html') {
      return void response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<!doctype html><p>Please log in');
    }
    const file = fault?.kind === 'content' ? fault.body : await this.file(path);
    if (!file) return void response.writeHead(404).end();
    const whole = fault?.kind === 'file-ends-at' ? file.subarray(0, fault.endBytes) : file;
    const asked = fault?.kind === 'range-ignored' ? undefined : range;
    const version = this.version(whole);
    if (!this.ignoresPreconditions && !meetsPreconditions(message, version))
      return void response.writeHead(412).end();
    response.setHeaders(new Map(Object.entries(version)));
    sendRange(response, whole, asked, fault);
  }

  private async answerHead(path: string, response: ServerResponse): Promise<void> {
    this.heads.push(path);
    if (this.headStatus !== undefined) return void response.writeHead(this.headStatus).end();
    const fault = this.fault?.({ path, range: undefined, attempt: 0 });
    const file = fault?.kind === 'content' ? fault.body : await this.file(path);
    if (!file) return void response.writeHead(404).end();
    const whole = fault?.kind === 'file-ends-at' ? file.subarray(0, fault.endBytes) : file;
    response.writeHead(200, { 'content-length': whole.length, ...this.version(whole) }).end();
  }

  /** Derived from the content, so that content that is served again has the same version again. */
  private version(file: Uint8Array): Record<string, string> {
    const sum = crc32(file);
    const etag = `"${file.length}-${sum}"`;
    if (this.versions === 'etag') return { etag };
    if (this.versions === 'none') return {};
    const date = { 'last-modified': new Date(sum * 1000).toUTCString() };
    return this.versions === 'weak-etag' ? { etag: `W/${etag}`, ...date } : date;
  }

  private async file(path: string): Promise<Uint8Array | undefined> {
    const redated = this.redated.get(path) ?? (await this.redate(path));
    if (redated) this.redated.set(path, redated);
    return redated ?? readOptional(join(this.options.root, path));
  }

  private async redate(path: string): Promise<Uint8Array | undefined> {
    const { from, to } = this.options.redate ?? {};
    const [, date, hour, resolution, step, suffix = ''] =
      STEP_FILE.exec(path) ?? STEP_FILE_V17.exec(path) ?? [];
    const ending = step + suffix;
    const target = to?.find((run) => run.resolution === resolution && dateHour(run.run) === `${date}${hour}`);
    if (!from || !target) return undefined;
    const original = await readOptional(join(this.options.root, stepPath(from, ending)));
    if (!original) return undefined;
    return ending.endsWith('.idx')
      ? redateInventory(original, from.run, target.run)
      : redateMessages(original, target.run);
  }
}

function meetsPreconditions({ headers }: IncomingMessage, version: Record<string, string>): boolean {
  const { 'if-match': tag, 'if-unmodified-since': date } = headers;
  if (tag !== undefined && tag !== version.etag) return false;
  return date === undefined || Date.parse(version['last-modified']) <= Date.parse(date);
}

/**
 * Sets the reference time of every message of a GRIB file to that of another run (section 1, octet 13), and shifts the
 * ends of statistical time spans by the same amount (section 4, template 4.8, octet 35).
 */
export function redateMessages(file: Uint8Array, run: Date): Uint8Array {
  const bytes = Uint8Array.from(file);
  const view = new DataView(bytes.buffer);
  for (let message = 0; message < bytes.length; message += view.getUint32(message + 12)) {
    let shiftMs = 0;
    for (
      let section = message + 16;
      view.getUint32(section) !== END_MARK;
      section += view.getUint32(section)
    ) {
      const number = view.getUint8(section + 4);
      if (number === 1) {
        shiftMs = run.getTime() - readTime(view, section + 12);
        writeTime(view, section + 12, run.getTime());
      } else if (number === 4 && view.getUint16(section + 7) === 8) {
        writeTime(view, section + 34, readTime(view, section + 34) + shiftMs);
      }
    }
  }
  return bytes;
}

function readTime(view: DataView, offset: number): number {
  const [month, day, hour, minute, second] = [2, 3, 4, 5, 6].map((byte) => view.getUint8(offset + byte));
  return Date.UTC(view.getUint16(offset), month - 1, day, hour, minute, second);
}

function writeTime(view: DataView, offset: number, timeMs: number): void {
  const time = new Date(timeMs);
  view.setUint16(offset, time.getUTCFullYear());
  view.setUint8(offset + 2, time.getUTCMonth() + 1);
  view.setUint8(offset + 3, time.getUTCDate());
  view.setUint8(offset + 4, time.getUTCHours());
  view.setUint8(offset + 5, time.getUTCMinutes());
  view.setUint8(offset + 6, time.getUTCSeconds());
}

function redateInventory(file: Uint8Array, from: Date, to: Date): Uint8Array {
  return Buffer.from(
    Buffer.from(file)
      .toString()
      .replaceAll(`:d=${dateHour(from)}:`, `:d=${dateHour(to)}:`),
  );
}

function stepPath({ run, resolution }: MirrorRun, ending: string): string {
  const [date, hour] = [dateHour(run).slice(0, 8), dateHour(run).slice(8)];
  return `gfs.${date}/${hour}/atmos/gfs.t${hour}z.pgrb2.${resolution}.${ending}`;
}

/** `2020080412` */
function dateHour(run: Date): string {
  return run.toISOString().slice(0, 13).replace(/[-T]/g, '');
}

function sendRange(
  response: ServerResponse,
  file: Uint8Array,
  range: string | undefined,
  fault: MirrorFault | undefined,
): void {
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? [];
  const start = Number(first ?? 0);
  const end = last ? Math.min(Number(last) + 1, file.length) : file.length;
  if (start >= file.length) {
    response.writeHead(416, { 'content-range': `bytes */${file.length}` }).end();
    return;
  }
  const missing = fault?.kind === 'shorter-range' || fault?.kind === 'short-body' ? fault.byBytes : 0;
  const body = file.subarray(start, end - missing);
  const headers: Record<string, string | number> = {};
  // Without a length the body is chunked, so a short one ends like a complete one.
  if (fault?.kind !== 'short-body') headers['content-length'] = body.length;
  if (range !== undefined) {
    const shift = fault?.kind === 'wrong-content-range' ? 1 : 0;
    const last = fault?.kind === 'shorter-range' ? end - 1 - missing : end - 1 + shift;
    headers['content-range'] = `bytes ${start + shift}-${last}/${file.length}`;
  }
  response.writeHead(range === undefined ? 200 : 206, headers);
  if (fault?.kind === 'stall') response.flushHeaders();
  else if (fault?.kind === 'drip') drip(response, body, fault.everyMs);
  else if (fault?.kind === 'cut')
    response.write(body.subarray(0, fault.afterBytes), () => response.destroy());
  else response.end(body);
}

function drip(response: ServerResponse, body: Uint8Array, everyMs: number): void {
  let sent = 0;
  const timer = setInterval(() => {
    if (sent < body.length) response.write(body.subarray(sent, ++sent));
    else response.end();
  }, everyMs);
  response.on('close', () => clearInterval(timer));
}

async function readOptional(path: string): Promise<Uint8Array | undefined> {
  return readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'EISDIR' || error.code === 'ENOTDIR') return undefined;
    throw error;
  });
}
