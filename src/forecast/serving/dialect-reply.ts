import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Awaitable } from '../../core/common/index.js';
import { type AcceptedCoding, VARY_HEADER, acceptedCoding } from '../../core/http/index.js';
import { freshnessOf, isHeld, type ServedAnswer } from './served-answer.js';

const SHORT_MAX_AGE_SECONDS = 60;

/** The headers of responses that are not long. */
export const FRESHNESS_HEADERS = {
  ETag: {
    description:
      'For `If-None-Match`. Absent from long responses, and while the height of the ground is pending.',
    example: '"4kz0vXbG2wqN"',
  },
  'Last-Modified': {
    description:
      'When the newest of the runs was published. Absent from long responses, and while the height of the ground is pending.',
    example: 'Sat, 21 Nov 2026 05:03:12 GMT',
  },
  Vary: VARY_HEADER,
};

/** How to respond to a request in the format of another service. */
export interface DialectAnswer {
  readonly mediaType: string;
  /** Whether a height that a long response needs is still being fetched. */
  readonly isPending?: boolean;
  readonly whole: (accepted: AcceptedCoding) => Awaitable<ServedAnswer>;
  /** Instead, if the response is too long to build in one turn of the event loop. */
  readonly long?: false | ((accepted: AcceptedCoding, clientId: string) => Awaitable<Readable>);
}

/** Sends a response with its freshness headers, or 304 if the client already has it. */
export async function sendInDialect(
  request: FastifyRequest,
  reply: FastifyReply,
  { mediaType, isPending, whole, long }: DialectAnswer,
  nowMs: number,
): Promise<void> {
  const accepted = acceptedCoding(request.headers['accept-encoding']);
  reply.header('content-type', mediaType).header('vary', 'Accept-Encoding, apikey, Authorization');
  if (long) {
    const body = await long(accepted, request.principal?.clientId ?? '');
    writeCoding(reply, accepted.coding);
    reply.header('cache-control', isPending ? 'no-store' : `private, max-age=${SHORT_MAX_AGE_SECONDS}`);
    reply.send(body);
    return;
  }
  const answer = await whole(accepted);
  reply.headers(freshnessOf(answer, nowMs));
  if (request.method === 'GET' && isHeld(request.headers, answer)) {
    reply.removeHeader('content-type').status(304).send();
    return;
  }
  writeCoding(reply, answer.coding);
  reply.send(answer.body);
}

function writeCoding(reply: FastifyReply, coding: string): void {
  if (coding !== 'identity') reply.header('content-encoding', coding);
}
