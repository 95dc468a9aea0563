import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BucketLocation } from '../../src/store/sharing/bucket/bucket.js';
import { ChildProgram } from './child-program.js';

const BUCKET = 'weather';
/** The server's only account. */
const CREDENTIALS = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' };

const PROGRAM = `
  import { createRequire } from 'node:module';
  const S3rver = createRequire(parameters.from)('@20minutes/s3rver');
  const { port } = await new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    vhostBuckets: false,
    // It leaves the final slash of the bucket's own path out of what is signed.
    allowMismatchedSignatures: true,
    directory: parameters.directory,
    configureBuckets: [{ name: parameters.bucket }],
  }).run();
  console.log(port);
`;

/** What the proxy does instead of passing on the correct response. */
export type S3Fault =
  | { kind: 'status'; status: number; code: string }
  /** Closes the connection without a response. */
  | { kind: 'cut' }
  /** Keeps the connection open without a response. */
  | { kind: 'silent' }
  /** Sends the correct response with its last byte changed. */
  | { kind: 'wrong-byte' };

export interface S3Request {
  method: string;
  /** Relative to the bucket, without a leading slash. */
  key: string;
  range: string | undefined;
}

/** An S3 server in its own process, behind a proxy that records requests and injects faults on demand. */
export class S3Server {
  readonly requests: S3Request[] = [];
  fault: ((request: S3Request) => S3Fault | undefined) | undefined;
  /** Called before each request is passed on. */
  onRequest: ((request: S3Request) => void) | undefined;

  private constructor(
    private readonly program: ChildProgram,
    private readonly proxy: Server,
    private readonly directory: string,
  ) {}

  /** Sets the credentials in this process's environment, where the client looks for them. */
  static async start(): Promise<S3Server> {
    Object.assign(process.env, CREDENTIALS);
    const directory = mkdtempSync(join(tmpdir(), 's3-'));
    const program = await ChildProgram.start(PROGRAM, { directory, bucket: BUCKET, from: import.meta.url });
    const proxy = createServer();
    const server = new S3Server(program, proxy, directory);
    proxy.on('request', (asked: IncomingMessage, answer: ServerResponse) => server.pass(asked, answer));
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    return server;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.proxy.address() as AddressInfo).port}`;
  }

  location(prefix: string): BucketLocation {
    const { endpoint } = this;
    return { kind: 'bucket', bucket: BUCKET, prefix: `${prefix}/`, endpoint, region: 'us-east-1' };
  }

  /** Environment of a separate process that shares runs through the bucket. */
  environment(prefix: string): Record<string, string> {
    return {
      ...CREDENTIALS,
      RUN_STORE_URL: `s3://${BUCKET}/${prefix}`,
      AWS_ENDPOINT_URL_S3: this.endpoint,
    };
  }

  async stop(): Promise<void> {
    this.proxy.closeAllConnections();
    await new Promise((resolve) => this.proxy.close(resolve));
    await this.program.killGroup();
    rmSync(this.directory, { recursive: true, force: true });
  }

  private pass(asked: IncomingMessage, answer: ServerResponse): void {
    const { method = '', url = '', headers } = asked;
    const key = decodeURIComponent(new URL(url, this.endpoint).pathname.slice(BUCKET.length + 2));
    const noted = { method, key, range: headers.range };
    this.requests.push(noted);
    this.onRequest?.(noted);
    const fault = this.fault?.(noted);
    if (fault?.kind === 'cut') return void asked.socket.destroy();
    if (fault?.kind === 'silent') return;
    if (fault?.kind === 'status') {
      asked.resume();
      answer.writeHead(fault.status, { 'content-type': 'application/xml' });
      return void answer.end(
        `<Error><Code>${fault.code}</Code><Message>as the test wants it</Message></Error>`,
      );
    }
    const target = { host: '127.0.0.1', port: Number(this.program.firstLine), method, path: url, headers };
    const passed = request(target, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      if (fault?.kind === 'wrong-byte') void sendSpoilt(response, answer);
      else response.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    answer.on('close', () => passed.destroy());
    asked.pipe(passed);
  }
}

async function sendSpoilt(response: IncomingMessage, answer: ServerResponse): Promise<void> {
  const body = Buffer.concat(await response.toArray());
  if (body.length > 0) body[body.length - 1] ^= 1;
  answer.end(body);
}
