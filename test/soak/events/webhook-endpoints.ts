import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ReceivedEvent, verify, WebhookReceiver } from '../../support/webhook-receiver.js';

/** One attempt to deliver an event. */
export interface Arrival {
  id: string;
  body: string;
  /** Why the signature is invalid. */
  badSignature?: string;
  /** When it was accepted with 204; undefined if the sender can't have received the response. */
  takenMs?: number;
}

type Misbehaviour = 'error' | 'reset' | 'slow' | 'silence';

const FAILING_SHARE = 0.04;
/** Much shorter than a stopping process waits. */
const SLOW_MS = 300;
/** Other deliveries wait until the sender times out. */
const SILENT_EVERY_MS = 60_000;
const UP_MS = 25_000;
/** Longer than the delay of the first retry; the next one is minutes later. */
const DOWN_MS = 9_000;

/** Webhook endpoints on the loopback address, one per path. Some misbehave until they are told to settle. */
export class WebhookEndpoints {
  private readonly arrivals = new Map<string, Arrival[]>();
  private readonly secrets = new Map<string, string>();
  private readonly failed = new Set<string>();
  private silentMs = performance.now();
  private isSettling = false;

  private constructor(
    private receiver: WebhookReceiver,
    private readonly misbehaves: boolean,
  ) {
    this.serve(receiver);
  }

  /** @param misbehaves whether it fails now and then, but never twice for the same event */
  static async start(running: AsyncDisposableStack, misbehaves = false): Promise<WebhookEndpoints> {
    const endpoints = new WebhookEndpoints(await WebhookReceiver.start(), misbehaves);
    running.defer(() => endpoints.receiver.stop());
    return endpoints;
  }

  url(path: string): string {
    return this.receiver.url(path);
  }

  /** Sets the secret with which events for the path are signed. */
  expect(path: string, secret: string): void {
    this.secrets.set(path, secret);
  }

  /** In the order received. */
  at(path: string): readonly Arrival[] {
    return this.arrivals.get(path) ?? [];
  }

  /** Stops misbehaving. */
  settle(): void {
    this.isSettling = true;
  }

  /** Is down now and then, for longer than the delay of a retry. */
  async comeAndGo(signal: AbortSignal): Promise<void> {
    for (;;) {
      await sleep(UP_MS, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      const { port } = this.receiver;
      await this.receiver.stop();
      await sleep(DOWN_MS);
      this.receiver = await WebhookReceiver.start(port);
      this.serve(this.receiver);
    }
  }

  private serve(receiver: WebhookReceiver): void {
    receiver.answer = (response, received, request) => this.receive(response, received, request);
  }

  private receive(response: ServerResponse, received: ReceivedEvent, request: IncomingMessage): void {
    const { id, body, path } = received;
    const arrival: Arrival = { id, body, badSignature: this.faultOfSignature(received) };
    this.arrivals.set(path, [...this.at(path), arrival]);
    const take = () => {
      if (request.socket.destroyed) return;
      response.writeHead(204).end();
      arrival.takenMs = performance.now();
    };
    const misbehaviour = this.misbehaviourFor(`${path} ${id}`);
    if (misbehaviour === undefined) take();
    else if (misbehaviour === 'error') response.writeHead(500).end();
    else if (misbehaviour === 'reset') request.socket.resetAndDestroy();
    else if (misbehaviour === 'slow') setTimeout(take, SLOW_MS);
  }

  private misbehaviourFor(name: string): Misbehaviour | undefined {
    if (!this.misbehaves || this.isSettling || this.failed.has(name)) return undefined;
    if (Math.random() >= FAILING_SHARE) return undefined;
    this.failed.add(name);
    const isSilenceDue = performance.now() - this.silentMs > SILENT_EVERY_MS;
    if (isSilenceDue) this.silentMs = performance.now();
    const kinds = ['error', 'reset', 'slow'] as const;
    return isSilenceDue ? 'silence' : kinds[Math.floor(Math.random() * kinds.length)];
  }

  private faultOfSignature(received: ReceivedEvent): string | undefined {
    try {
      verify(received, this.secrets.get(received.path)!);
      return undefined;
    } catch (error) {
      return (error as Error).message;
    }
  }
}
