import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { compress } from './compress.js';
import { acceptedCoding, type ContentCoding } from './content-coding.js';

/** Coding what fits into one packet makes it no faster. */
const SMALLEST_BYTES = 1000;
const IS_TEXT = /^(text\/|application\/(javascript|json|yaml|x-yaml))/;

interface CodedPage {
  /** What the page was before: its text, or when its file was changed. */
  version: string;
  body: Buffer;
}

/**
 * Compresses the pages of routes that are the same to everybody, and keeps what came out. The other routes have no hook
 * for it. Must be called before the routes are registered.
 */
export function compressPages(fastify: FastifyInstance, routes: RegExp): void {
  const pages = new LRUCache<string, CodedPage>({ max: 100 });
  fastify.addHook('onRoute', (route) => {
    if (!routes.test(route.url)) return;
    route.onSend = [route.onSend ?? []]
      .flat()
      .concat((request, reply, payload) => code(pages, request, reply, payload));
  });
}

async function code(
  pages: LRUCache<string, CodedPage>,
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  if (!IS_TEXT.test(String(reply.getHeader('content-type')))) return payload;
  reply.header('vary', 'Accept-Encoding');
  const { coding } = acceptedCoding(request.headers['accept-encoding']);
  const isWhole = request.method === 'GET' && reply.statusCode === 200;
  if (coding === 'identity' || !isWhole || !isBody(payload)) return payload;
  const key = `${coding} ${request.url.split('?', 1)[0]}`;
  const version = payload instanceof Readable ? String(reply.getHeader('last-modified')) : payload;
  const kept = pages.get(key);
  if (kept?.version === version) {
    if (payload instanceof Readable) payload.destroy();
    return send(reply, coding, kept.body);
  }
  const bytes = payload instanceof Readable ? await buffer(payload) : Buffer.from(payload);
  if (bytes.length < SMALLEST_BYTES) return bytes;
  const body = await compress(bytes, coding);
  pages.set(key, { version, body });
  return send(reply, coding, body);
}

function isBody(payload: unknown): payload is string | Readable {
  return typeof payload === 'string' || payload instanceof Readable;
}

function send(reply: FastifyReply, coding: ContentCoding, body: Buffer): Buffer {
  reply.removeHeader('accept-ranges');
  reply.header('content-encoding', coding).header('content-length', body.length);
  return body;
}
