import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ProblemCode } from '../features/names.types.js';
import type { ProblemCatalogue } from './problems/problem-catalogue.js';
import { Problem } from './problems/problem.js';

const CODES: Record<string, ProblemCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/** Refuses bytes that are not HTTP, or a head that is too long. Doesn't log: the bytes may contain an API key. */
export function refuseConnection(
  problems: ProblemCatalogue,
  publicUrl: string,
  error: NodeJS.ErrnoException,
  socket: Socket,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const problem = new Problem(CODES[error.code ?? ''] ?? 'malformed_request');
  const { status } = problems.describe(problem.code);
  const body = JSON.stringify(problems.toBody(problem, publicUrl));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `X-Request-Id: ${randomUUID()}`,
    'Content-Type: application/problem+json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
