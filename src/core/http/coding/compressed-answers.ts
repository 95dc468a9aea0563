import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { FastifyInstance, FastifyReply, FastifyRequest, onSendAsyncHookHandler } from 'fastify';
import { LRUCache } from 'lru-cache';
import { compress } from './compress.js';
import type { CompressedFor } from './compressed.decorator.js';
import { acceptedCoding, type ContentCoding } from './content-coding.js';
import { varyBy } from './vary.js';

/** A response that fits into one packet doesn't arrive sooner compressed. */
const SMALLEST_BYTES = 1000;
const IS_TEXT = /^(text\/|application\/(javascript|json|yaml|x-yaml))/;

interface CodedAnswer {
  /** Identifies the uncompressed response: its text, or its file's modification time. */
  version: string;
  body: Buffer;
}

type KeptAnswers = LRUCache<string, CodedAnswer>;
type Body = string | Buffer | Readable;

/** Compresses responses of routes registered later and marked @Compressed. Other routes get no hook for it. */
export function compressAnswers(fastify: FastifyInstance): void {
  const hooks = { everybody: compressionFor('everybody'), caller: compressionFor('caller') };
  fastify.addHook('onRoute', (route) => {
    const { compressedFor } = route.config ?? {};
    if (compressedFor) route.onSend = [route.onSend ?? [], hooks[compressedFor]].flat();
  });
}

function compressionFor(whom: CompressedFor): onSendAsyncHookHandler {
  const kept: KeptAnswers | undefined = whom === 'everybody' ? new LRUCache({ max: 200 }) : undefined;
  return (request, reply, payload) => code(kept, request, reply, payload);
}

async function code(
  kept: KeptAnswers | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  if (!IS_TEXT.test(String(reply.getHeader('content-type')))) return payload;
  varyBy(reply, 'Accept-Encoding');
  const { coding } = acceptedCoding(request.headers['accept-encoding']);
  const isWhole = request.method === 'GET' && reply.statusCode === 200;
  if (coding === 'identity' || !isWhole || !isBody(payload)) return payload;
  const key = `${coding} ${request.url.split('?', 1)[0]}`;
  const version = versionOf(payload, reply);
  const before = kept?.get(key);
  if (before && before.version === version) {
    if (payload instanceof Readable) payload.destroy();
    return send(reply, coding, before.body);
  }
  const bytes = payload instanceof Readable ? await buffer(payload) : Buffer.from(payload);
  if (bytes.length < SMALLEST_BYTES) return bytes;
  const body = await compress(bytes, coding);
  if (version !== undefined) kept?.set(key, { version, body });
  return send(reply, coding, body);
}

function isBody(payload: unknown): payload is Body {
  return typeof payload === 'string' || Buffer.isBuffer(payload) || payload instanceof Readable;
}

/** Buffers and streams without a modification time have no version, so their compressed form is not cached. */
function versionOf(payload: Body, reply: FastifyReply): string | undefined {
  if (typeof payload === 'string') return payload;
  const modified = payload instanceof Readable ? reply.getHeader('last-modified') : undefined;
  return modified === undefined ? undefined : String(modified);
}

function send(reply: FastifyReply, coding: ContentCoding, body: Buffer): Buffer {
  reply.removeHeader('accept-ranges');
  reply.header('content-encoding', coding).header('content-length', body.length);
  return body;
}
