import type { RateLimits } from '../../../../../src/config/configuration.js';
import {
  copyOf,
  type Cost,
  emptyConsumption,
  fits,
  giveBackTo,
  spend,
  statesOf,
} from '../../../../../src/usage/limits/client-limits.js';
import { LeasingLimitStorage } from '../../../../../src/usage/limits/lending/leasing-limit.storage.js';
import { LimitLender } from '../../../../../src/usage/limits/lending/limit-lender.service.js';
import { type TakeResult } from '../../../../../src/usage/limits/limit.storage.js';
import { LocalLimitStorage } from '../../../../../src/usage/limits/local-limit.storage.js';
import { type Answerer, Conversation, type Packet } from '../../../../../src/workers/conversation.js';
import { ServiceProcesses } from '../../../../../src/workers/service-processes.service.js';
import type { Random } from '../../../../support/random.js';

const LONGEST_WAY_MS = 6;
const LONGEST_REQUEST_MS = 20;
const NOTHING: Cost = { requests: 0, units: 0 };
const CLIENT = 'cli_1';

class SimulatedProcess extends ServiceProcesses {
  readonly isWorker = true;
  readonly hear: Answerer = (topic, question, asker) => this.answerHere(topic, question, asker);
  conversation!: Conversation;

  askPrimary<T>(topic: string, question?: unknown): Promise<T> {
    return this.conversation.ask(topic, question);
  }

  askAll<T>(): Promise<T[]> {
    throw new Error('Nobody is asked for all.');
  }
}

export interface SimulatedWorker {
  storage: LeasingLimitStorage;
  isDead: boolean;
  kill: () => void;
  /** While it hangs, what is sent to it or was by it waits here. */
  held?: (() => void)[];
}

interface Course {
  isRefunded?: boolean;
  /** Hears what is left of the first window. */
  told?: (remaining: number) => void;
}

interface Happening {
  atMs: number;
  kind: 'admitted' | 'refused' | 'given back';
  cost: Cost;
  takenMs: number;
}

/** A primary and its workers in one process: messages go as JSON, in order, and take a random time. */
export class SimulatedService {
  readonly workers: SimulatedWorker[] = [];
  readonly happenings: Happening[] = [];
  messages = 0;
  /** Decisions of a worker that asked nobody. */
  own = 0;
  private readonly primary = new SimulatedProcess();
  private readonly pending = new Set<Promise<unknown>>();

  constructor(
    count: number,
    public limits: RateLimits,
    private readonly random: Random,
  ) {
    new LimitLender(new LocalLimitStorage(), this.primary).open();
    for (let i = 0; i < count; i++) this.start();
  }

  get living(): SimulatedWorker[] {
    return this.workers.filter(({ isDead }) => !isDead);
  }

  get admitted(): number {
    return this.happenings.filter(({ kind }) => kind === 'admitted').length;
  }

  get refused(): number {
    return this.happenings.filter(({ kind }) => kind === 'refused').length;
  }

  start(): SimulatedWorker {
    const process = new SimulatedProcess();
    const worker: SimulatedWorker = {
      storage: new LeasingLimitStorage(process),
      isDead: false,
      kill: () => {
        worker.isDead = true;
        atPrimary.end();
        process.conversation.end();
      },
    };
    const atPrimary: Conversation = new Conversation(
      this.way(worker, (packet) => process.conversation.receive(packet)),
      this.primary.hear,
    );
    process.conversation = new Conversation(
      this.way(worker, (packet) => atPrimary.receive(packet)),
      process.hear,
    );
    this.workers.push(worker);
    return worker;
  }

  request({ storage }: SimulatedWorker, cost: Cost, { isRefunded = false, told }: Course = {}): void {
    const taken = storage.take(CLIENT, this.limits, cost);
    if (!(taken instanceof Promise)) this.own += 1;
    this.follow(async () => {
      const result = await taken;
      const { admitted, nowMs: takenMs } = result;
      this.note(admitted ? 'admitted' : 'refused', takenMs, cost, takenMs);
      told?.(statesOf(result.consumption, this.limits, takenMs)[0].remaining);
      if (admitted && isRefunded) await this.refund(result, cost);
    });
  }

  /** What a worker says is left of the client's windows. */
  async remaining({ storage }: SimulatedWorker): Promise<number[]> {
    const { consumption, nowMs } = await storage.standingOf(CLIENT, this.limits);
    return statesOf(consumption, this.limits, nowMs).map(({ remaining }) => remaining);
  }

  /** Resolves when all that was asked is answered, which a worker that was killed never is. */
  async answered(): Promise<void> {
    await Promise.all(this.pending);
  }

  /**
   * What one process would not have done, that admitted and gave back the same: it is never left with more than its
   * windows hold, and has no room for what it refuses. What happens in one millisecond has no order.
   */
  faults(): string[] {
    const consumption = emptyConsumption();
    const faults: string[] = [];
    const moments = Map.groupBy(this.happenings, ({ atMs }) => atMs);
    for (const atMs of [...moments.keys()].sort((one, other) => one - other)) {
      const all = moments.get(atMs)!;
      const of = (wanted: Happening['kind']) => all.filter(({ kind }) => kind === wanted);
      const fullest = copyOf(consumption);
      for (const { cost } of of('admitted')) spend(fullest, this.limits, cost, atMs);
      const giveBack = ({ cost, takenMs }: Happening) => giveBackTo(consumption, this.limits, cost, takenMs);
      of('given back')
        .filter(({ takenMs }) => takenMs < atMs)
        .forEach(giveBack);
      for (const { cost } of of('admitted')) spend(consumption, this.limits, cost, atMs);
      of('given back')
        .filter(({ takenMs }) => takenMs === atMs)
        .forEach(giveBack);
      if (of('admitted').length > 0 && !fits(consumption, this.limits, NOTHING, atMs))
        faults.push(`admitted too much at ${atMs}`);
      if (of('refused').some(({ cost }) => fits(fullest, this.limits, cost, atMs)))
        faults.push(`refused too much at ${atMs}`);
    }
    return faults;
  }

  private async refund(taken: TakeResult, cost: Cost): Promise<void> {
    const { nowMs: takenMs, takenFrom } = taken;
    await new Promise((resolve) => setTimeout(resolve, this.random() * LONGEST_REQUEST_MS));
    const { nowMs } = await takenFrom.giveBack(CLIENT, this.limits, { cost, takenMs, takenFrom });
    this.note('given back', nowMs, cost, takenMs);
  }

  private note(kind: Happening['kind'], atMs: number, cost: Cost, takenMs: number): void {
    this.happenings.push({ kind, atMs, cost, takenMs });
  }

  private follow(work: () => Promise<void>): void {
    const done = work().catch(() => undefined);
    this.pending.add(done);
    void done.then(() => this.pending.delete(done));
  }

  private way(worker: SimulatedWorker, receive: (packet: Packet) => void): (packet: Packet) => void {
    let arrivalMs = 0;
    return (packet) => {
      const text = JSON.stringify(packet);
      this.messages += 1;
      arrivalMs = Math.max(arrivalMs, performance.now() + this.random() * LONGEST_WAY_MS);
      const arrive = () => {
        if (worker.held) worker.held.push(arrive);
        else if (!worker.isDead) receive(JSON.parse(text) as Packet);
      };
      setTimeout(arrive, arrivalMs - performance.now());
    };
  }
}
