import { type Awaitable, isPromise } from '../common/awaitable.js';
import type { Peer } from './peer.types.js';

export type Answerer = (topic: string, question: unknown, asker: Peer) => Awaitable<unknown>;

type Ask = [id: number, topic: string, question: unknown];
type Answer = [id: number, isRefused: boolean, value: unknown];

/** Everything that one process had to say to another in one turn of its event loop; all of it can be written as JSON. */
export interface Packet {
  asks?: Ask[];
  answers?: Answer[];
}

interface Waiting {
  resolve: (value: unknown) => void;
  reject: (error: Error) => void;
}

/** After a message with questions, others are gathered for so long. */
const GATHER_MS = 1;

/**
 * Questions and answers between two processes, in both directions. A message costs far more than what it says: a
 * question that comes alone goes at once, and under load those of a millisecond share one.
 */
export class Conversation implements Peer {
  readonly ended: Promise<void>;
  private readonly waiting = new Map<number, Waiting>();
  private asks: Ask[] = [];
  private answers: Answer[] = [];
  private isScheduled = false;
  private isGathering = false;
  private isOver = false;
  private tellEnd!: () => void;
  private lastId = 0;
  private readonly flushTurn = () => this.flush();
  private readonly letGo = () => {
    this.isGathering = false;
    if (this.asks.length > 0) this.schedule();
  };

  constructor(
    private readonly send: (packet: Packet) => void,
    private readonly answerer: Answerer,
  ) {
    this.ended = new Promise((resolve) => (this.tellEnd = resolve));
  }

  get hasEnded(): boolean {
    return this.isOver;
  }

  /** @throws Error the other side's message where it failed, or that it has ended */
  ask<T>(topic: string, question?: unknown): Promise<T> {
    if (this.isOver) return Promise.reject(ended());
    const id = ++this.lastId;
    this.asks.push([id, topic, question]);
    if (!this.isGathering) this.schedule();
    return new Promise<T>((resolve, reject) => {
      this.waiting.set(id, { resolve: resolve as Waiting['resolve'], reject });
    });
  }

  receive({ asks = [], answers = [] }: Packet): void {
    for (const [id, isRefused, value] of answers) {
      const waiting = this.waiting.get(id);
      this.waiting.delete(id);
      if (isRefused) waiting?.reject(new Error(String(value)));
      else waiting?.resolve(value);
    }
    for (const ask of asks) this.reply(ask);
  }

  /** The other side is gone: nothing that was asked is answered any more. */
  end(): void {
    this.isOver = true;
    this.tellEnd();
    for (const { reject } of this.waiting.values()) reject(ended());
    this.waiting.clear();
  }

  private reply([id, topic, question]: Ask): void {
    const refuse = (error: unknown) =>
      this.say([id, true, error instanceof Error ? error.message : String(error)]);
    try {
      const answer = this.answerer(topic, question, this);
      if (isPromise(answer)) answer.then((value) => this.say([id, false, value]), refuse);
      else this.say([id, false, answer]);
    } catch (error) {
      refuse(error);
    }
  }

  private say(answer: Answer): void {
    this.answers.push(answer);
    this.schedule();
  }

  private schedule(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    setImmediate(this.flushTurn);
  }

  private gather(): void {
    if (this.isGathering) return;
    this.isGathering = true;
    setTimeout(this.letGo, GATHER_MS);
  }

  private flush(): void {
    this.isScheduled = false;
    const { asks, answers } = this;
    this.asks = [];
    this.answers = [];
    if (asks.length > 0) this.gather();
    if (!this.isOver) this.send({ asks, answers });
  }
}

function ended(): Error {
  return new Error('The process that was asked has ended.');
}
