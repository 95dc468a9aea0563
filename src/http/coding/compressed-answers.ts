import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { compress } from './compress.js';
import { acceptedCoding, type ContentCoding } from './content-coding.js';
import { varyBy } from './vary.js';

/** Compressing what fits into one packet makes it no faster. */
const SMALLEST_BYTES = 1000;
const IS_TEXT = /^(text\/|application\/(javascript|json|yaml|x-yaml))/;

interface CodedAnswer {
  /** What the answer was before: its text, or when its file was changed. */
  version: string;
  body: Buffer;
}

type KeptAnswers = LRUCache<string, CodedAnswer>;
type Body = string | Buffer | Readable;

interface CompressedRoutes {
  /** Whether their answers are the same to everybody, so that compressed ones are kept. */
  areShared: boolean;
}

/** Compresses the answers of some routes; the others have no hook for it. Must be called before the routes are registered. */
export function compressAnswers(
  fastify: FastifyInstance,
  routes: RegExp,
  { areShared }: CompressedRoutes,
): void {
  const kept: KeptAnswers | undefined = areShared ? new LRUCache({ max: 100 }) : undefined;
  fastify.addHook('onRoute', (route) => {
    if (!routes.test(route.url)) return;
    route.onSend = [route.onSend ?? []]
      .flat()
      .concat((request, reply, payload) => code(kept, request, reply, payload));
  });
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

/** Bytes have none: they are not kept. */
function versionOf(payload: Body, reply: FastifyReply): string | undefined {
  if (payload instanceof Readable) return String(reply.getHeader('last-modified'));
  return typeof payload === 'string' ? payload : undefined;
}

function send(reply: FastifyReply, coding: ContentCoding, body: Buffer): Buffer {
  reply.removeHeader('accept-ranges');
  reply.header('content-encoding', coding).header('content-length', body.length);
  return body;
}
