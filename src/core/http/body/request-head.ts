import type { IncomingMessage, Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Problem } from '../problems/problem.js';

const CONTINUE = /^100-continue$/i;
const CLOSE = { connection: 'close' };

/**
 * Refuses request heads that Node's server accepts, or refuses without a request ID and a body: no or several `Host`
 * headers (RFC 9112, 3.2), and unsupported expectations (RFC 9110, 10.1.1). Node's own check of `Host` must be off
 * (`requireHostHeader: false`).
 */
export function checkRequestHeads(fastify: FastifyInstance, server: Server): void {
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  fastify.addHook('onRequest', ({ raw }, _reply, done) => {
    done(hasOneHost(raw) ? unmetExpectation(raw) : severalHosts());
  });
}

function hasOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2)
    if (rawHeaders[i].length === 4 && rawHeaders[i].toLowerCase() === 'host') hosts += 1;
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0');
}

function severalHosts(): Problem {
  return new Problem('malformed_request', {
    detail: 'A request must have exactly one "Host" header.',
    headers: CLOSE,
  });
}

function unmetExpectation({ headers: { expect }, httpVersion }: IncomingMessage): Problem | undefined {
  if (expect === undefined || httpVersion === '1.0' || CONTINUE.test(expect)) return undefined;
  return new Problem('expectation_failed', { headers: CLOSE });
}
