import { EventEmitter } from 'node:events';
import type { Readable } from 'node:stream';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { type Spent, inTurns } from '../../background/index.js';
import { requestOf } from '../access/request-of.js';
import { Problem } from '../problems/problem.js';
import { mostValues } from '../problems/request-structure.js';
import { StreamSlots } from '../streams/stream-slots.js';
import { CODED_BODY, isCoded } from './json-body.js';
import { parseLongJson } from './long-json.js';

/** A large body, and the time spent on checking it. */
export interface LargeBody extends Spent {
  /** As it was sent, for storing it: composing it again would take long. */
  text: string;
}

/** Limits of the bodies that are in memory, each of up to some megabytes. */
const MOST = { ofProcess: 24, ofClient: 4 };
const RETRY_AFTER_SECONDS = '1';

/** Reads and parses the body of a route marked `MostBody`, once the guards before it have admitted the caller. */
export class LateBodyGuard implements CanActivate {
  private readonly slots = new StreamSlots(MOST);

  canActivate(context: ExecutionContext): true | Promise<true> {
    const request = requestOf(context);
    const { lateBody, body } = request;
    // Bodies of other media types are refused without being read.
    return lateBody && body === undefined ? this.take(request, lateBody) : true;
  }

  private async take(request: FastifyRequest, lateBody: Readable): Promise<true> {
    if (isCoded(request)) {
      request.body = CODED_BODY;
      return true;
    }
    const upload = new Upload(lateBody);
    this.hold(request, upload);
    try {
      const bytes = await upload.read(request.routeOptions.bodyLimit);
      request.largeBody = { ms: 0, text: bytes.toString().replace(/^\uFEFF/, '') };
      if (bytes.length > 0)
        request.body = await inTurns(parseLongJson(bytes, mostValues(request)), request.largeBody);
      return true;
    } finally {
      upload.emit('close');
    }
  }

  /** @throws Problem overloaded */
  private hold({ keyOwner, actor, ip }: FastifyRequest, upload: Upload): void {
    const caller = keyOwner?.accountId ?? actor?.accountId ?? ip;
    const lack = this.slots.lackOf(caller);
    if (lack)
      throw new Problem('overloaded', {
        detail: `Too many large bodies${lack === 'client' ? ' of this account' : ''} are being received. Try again in ${RETRY_AFTER_SECONDS} s.`,
        headers: { 'retry-after': RETRY_AFTER_SECONDS },
      });
    this.slots.hold(caller, upload);
  }
}

/** A body that is received and then checked. */
class Upload extends EventEmitter {
  /** When bytes last arrived; infinity once all have. */
  takenMs = performance.now();

  constructor(private readonly body: Readable) {
    super();
  }

  /** @throws Problem payload_too_large; malformed_body if the caller is gone */
  async read(mostBytes: number): Promise<Buffer> {
    const chunks: Buffer[] = [];
    let bytes = 0;
    try {
      for await (const chunk of this.body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
        this.takenMs = performance.now();
        bytes += chunk.length;
        if (bytes > mostBytes) break;
        chunks.push(chunk);
      }
    } catch {
      throw new Problem('malformed_body');
    }
    if (bytes > mostBytes) throw new Problem('payload_too_large', { headers: { connection: 'close' } });
    this.takenMs = Infinity;
    return Buffer.concat(chunks);
  }

  destroy(error: Error): void {
    this.body.destroy(error);
  }
}
