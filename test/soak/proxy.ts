// The cluster's load balancer, in a separate process. A standard one isn't used because it could hide what happened:
// here a request goes to another replica only if the connection was refused, so that no replica can have counted it.
// A later failure is reported as 502 with `x-proxy-failure: cut`; the request may have been counted once, never twice.
import {
  type ClientRequest,
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request as send,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';

interface Backend {
  port: number;
  isReady: boolean;
  /** Whether it has no runs, or may have none: it said so, or it has just been started. */
  isEmpty?: boolean;
}

const [ownPort, ...ports] = process.argv.slice(2).map(Number);
const CHECK_EVERY_MS = 250;
const CHECK_WITHIN_MS = 1_000;
const ANSWER_WITHIN_MS = 15_000;
const HOP_HEADERS = ['connection', 'keep-alive', 'transfer-encoding'];

const backends: Backend[] = ports.map((port) => ({ port, isReady: false }));
const sockets = new Set<Socket>();
let turn = 0;

/** Ready replicas come first, in turn. If none is ready, others may still respond from memory, if they have runs. */
function candidates(): Backend[] {
  turn += 1;
  const inTurn = backends.map((_, i) => backends[(turn + i) % backends.length]);
  const ready = inTurn.filter(({ isReady }) => isReady);
  return [...ready, ...inTurn.filter((backend) => !ready.includes(backend) && !backend.isEmpty)];
}

function fail(response: ServerResponse, status: number, failure: string): void {
  if (response.headersSent) response.destroy();
  else response.writeHead(status, { 'x-proxy-failure': failure }).end();
}

function forward(incoming: IncomingMessage, body: Buffer, response: ServerResponse, left: Backend[]): void {
  const [backend, ...others] = left;
  if (!backend) return fail(response, 503, 'no replica');
  let isConnected = false;
  const outgoing = send({
    host: '127.0.0.1',
    port: backend.port,
    method: incoming.method,
    path: incoming.url,
    headers: { ...incoming.headers, connection: 'close' },
    agent: false,
    timeout: ANSWER_WITHIN_MS,
  });
  outgoing.on('socket', (socket) => {
    sockets.add(socket);
    socket.once('connect', () => (isConnected = true));
    socket.once('close', () => sockets.delete(socket));
  });
  outgoing.on('timeout', () => outgoing.destroy(new Error('timeout')));
  outgoing.on('error', ({ message }) => {
    if (isConnected) return fail(response, 502, message === 'timeout' ? 'timeout' : 'cut');
    backend.isReady = false;
    forward(incoming, body, response, others);
  });
  outgoing.on('response', (answer) => {
    const kept = Object.entries(answer.headers).filter(([name]) => !HOP_HEADERS.includes(name));
    const headers = { ...Object.fromEntries(kept), 'x-replica': backend.port };
    if (answer.headers['content-type'] === 'text/event-stream')
      return passOn(outgoing, answer, response, headers);
    const chunks: Buffer[] = [];
    answer.on('data', (chunk: Buffer) => chunks.push(chunk));
    // Forwarded only when complete, so that the caller learns of an incomplete response.
    answer.on('end', () => {
      if (!answer.complete) return;
      response.writeHead(answer.statusCode!, headers);
      response.end(Buffer.concat(chunks));
    });
    answer.on('error', () => fail(response, 502, 'cut'));
  });
  outgoing.end(body);
}

/** Streams the response until either side ends it. */
function passOn(
  outgoing: ClientRequest,
  answer: IncomingMessage,
  response: ServerResponse,
  headers: OutgoingHttpHeaders,
): void {
  outgoing.setTimeout(0);
  response.writeHead(answer.statusCode!, headers);
  answer.pipe(response);
  answer.on('error', () => response.destroy());
  response.on('close', () => outgoing.destroy());
}

function check(backend: Backend): void {
  const asked = send(
    { host: '127.0.0.1', port: backend.port, path: '/health/ready', agent: false, timeout: CHECK_WITHIN_MS },
    (answer) => {
      backend.isReady = answer.statusCode === 200;
      let body = '';
      answer.setEncoding('utf8').on('data', (text: string) => (body += text));
      answer.on('end', () => (backend.isEmpty = body.includes('"runs_not_loaded"')));
    },
  );
  asked.on('timeout', () => asked.destroy(new Error('timeout')));
  asked.on('error', ({ message }) => {
    backend.isReady = false;
    if (message !== 'timeout') backend.isEmpty = true;
  });
  asked.end();
}

setInterval(() => backends.forEach(check), CHECK_EVERY_MS);
backends.forEach(check);
process.on('message', (message: { cut?: true }) => {
  if (message.cut) for (const socket of sockets) socket.destroy();
});
const server = createServer((incoming, response) => {
  const chunks: Buffer[] = [];
  incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
  incoming.on('end', () => forward(incoming, Buffer.concat(chunks), response, candidates()));
});
// A caller may be about to use a connection that is closed for being idle.
server.keepAliveTimeout = 0;
server.listen(ownPort, '127.0.0.1');
process.on('disconnect', () => process.exit());
