import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { EventStream } from './streams/event-stream.js';

/** A response that the client has not fully read yet. */
export interface UnreadAnswer {
  bytes: number;
  /** Undefined if the request has no key. */
  clientId: string | undefined;
}

interface UnreadCaps {
  ofProcess: number;
  ofClient: number;
  /** A single response may exceed it. */
  ofConnection: number;
}

const MIB = 2 ** 20;
const CAPS: UnreadCaps = { ofProcess: 160 * MIB, ofClient: 64 * MIB, ofConnection: 8 * MIB };
/** The estimate for a streamed body: stream buffers and the state of what generates it. */
const STREAM_BYTES = 256 * 1024;
/** Smaller responses don't count: each belongs to a pending request, which the server bounds for each connection. */
const SMALLEST_BYTES = 16 * 1024;

/**
 * Limits the bytes of responses that clients don't read. If the process, a client or a connection exceeds its cap, the
 * connection that has been waiting longest is closed.
 */
export class UnreadAnswers {
  private bytes = 0;
  private readonly clients = new Map<string, number>();
  /** Connections with unread responses, those that have had some for longest first. */
  private readonly connections = new Map<Socket, Set<UnreadAnswer>>();
  /** The number of closed connections, by the cap that was exceeded. */
  readonly closed = { connection: 0, client: 0, process: 0 };

  constructor(private readonly caps = CAPS) {}

  watch(fastify: FastifyInstance, server: Server): void {
    server.on('connection', (socket) => socket.once('close', () => this.forget(socket)));
    fastify.addHook('onSend', (request, _reply, payload, done) => {
      const bytes = lengthOf(payload);
      if (bytes >= SMALLEST_BYTES) this.hold(request, bytes);
      done(null, payload);
    });
    fastify.addHook('onResponse', (request, _reply, done) => {
      if (request.unread) this.release(request.raw.socket, request.unread);
      done();
    });
  }

  private hold(request: FastifyRequest, bytes: number): void {
    const { socket } = request.raw;
    if (socket.destroyed) return;
    const clientId = request.keyOwner?.clientId;
    const answer: UnreadAnswer = { bytes, clientId };
    request.unread = answer;
    const answers = this.connections.get(socket);
    if (answers) answers.add(answer);
    else this.connections.set(socket, new Set([answer]));
    this.add(answer, bytes);
    this.bound(socket, clientId);
  }

  private bound(socket: Socket, clientId: string | undefined): void {
    const answers = this.connections.get(socket);
    if (answers && answers.size > 1 && sumOf(answers) > this.caps.ofConnection)
      this.close(socket, 'connection');
    while (this.bytes > this.caps.ofProcess) this.close(this.connections.keys().next().value!, 'process');
    if (clientId === undefined) return;
    while ((this.clients.get(clientId) ?? 0) > this.caps.ofClient)
      this.close(this.longestOf(clientId), 'client');
  }

  private longestOf(clientId: string): Socket {
    for (const [socket, answers] of this.connections)
      for (const answer of answers) if (answer.clientId === clientId) return socket;
    throw new Error(`Client ${clientId} has no connection.`);
  }

  private close(socket: Socket, cause: keyof UnreadAnswers['closed']): void {
    this.closed[cause] += 1;
    this.forget(socket);
    socket.destroy();
  }

  private release(socket: Socket, answer: UnreadAnswer): void {
    const answers = this.connections.get(socket);
    if (!answers?.delete(answer)) return;
    if (answers.size === 0) this.connections.delete(socket);
    this.add(answer, -answer.bytes);
  }

  private forget(socket: Socket): void {
    const answers = this.connections.get(socket);
    if (!answers) return;
    this.connections.delete(socket);
    for (const answer of answers) this.add(answer, -answer.bytes);
  }

  private add({ clientId }: UnreadAnswer, bytes: number): void {
    this.bytes += bytes;
    if (clientId === undefined) return;
    const sum = (this.clients.get(clientId) ?? 0) + bytes;
    if (sum > 0) this.clients.set(clientId, sum);
    else this.clients.delete(clientId);
  }
}

function sumOf(answers: Iterable<UnreadAnswer>): number {
  let sum = 0;
  for (const { bytes } of answers) sum += bytes;
  return sum;
}

function lengthOf(payload: unknown): number {
  if (typeof payload === 'string' || Buffer.isBuffer(payload)) return payload.length;
  // An event stream limits its own buffer, and is meant to stay open.
  return payload instanceof Readable && !(payload instanceof EventStream) ? STREAM_BYTES : 0;
}
