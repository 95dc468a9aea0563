import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, readFileSync, type WriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 50;
const READY_WITHIN_MS = 120_000;
/** What an operator's tools wait before they kill. */
const ENDS_WITHIN_MS = 30_000;
const LAST_LINES = 20;

export interface ProgramOptions {
  name: string;
  words: string[];
  environment?: Record<string, string | undefined>;
  /** Takes everything that the program says. */
  logPath: string;
  /** Whether messages are sent to it. */
  isTold?: boolean;
  /** Whether the program can be used. */
  isReady: () => Promise<boolean>;
}

/** A program of the cluster, which is started again and again with the same words. */
export class Program {
  readonly name: string;
  private child: ChildProcess | undefined;
  private readonly log: WriteStream;

  constructor(private readonly options: ProgramOptions) {
    this.name = options.name;
    this.log = createWriteStream(options.logPath, { flags: 'a' });
  }

  /** @param environment beside or instead of the usual one, this time */
  async start(environment: Record<string, string | undefined> = {}): Promise<void> {
    const [file, ...parameters] = this.options.words;
    const child = spawn(file, parameters, {
      env: { ...process.env, ...this.options.environment, ...environment },
      stdio: ['ignore', 'pipe', 'pipe', ...(this.options.isTold ? ['ipc' as const] : [])],
    });
    child.stdout!.pipe(this.log, { end: false });
    child.stderr!.pipe(this.log, { end: false });
    this.child = child;
    const lateMs = performance.now() + READY_WITHIN_MS;
    while (!(await this.options.isReady().catch(() => false))) {
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(`${this.name} ended while it started:\n${await this.lastWords(child)}`);
      if (performance.now() > lateMs) throw new Error(`${this.name} is not ready after two minutes.`);
      await sleep(POLL_MS);
    }
  }

  private async lastWords(child: ChildProcess): Promise<string> {
    const isRead = Promise.allSettled([finished(child.stdout!), finished(child.stderr!)]);
    // A process of its own may hold them open.
    await Promise.race([isRead, sleep(1_000)]);
    await new Promise<void>((resolve) => this.log.write('', () => resolve()));
    return readFileSync(this.options.logPath, 'utf8').split('\n').slice(-LAST_LINES).join('\n');
  }

  get isRunning(): boolean {
    return this.child?.exitCode === null && this.child.signalCode === null;
  }

  /** Resolves when it is gone; one that does not go in time is killed, which is an error. */
  async end(signal: NodeJS.Signals): Promise<void> {
    if (!this.isRunning) return;
    const child = this.child!;
    const ended = once(child, 'exit');
    child.kill(signal);
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      child.kill('SIGKILL');
    }, ENDS_WITHIN_MS);
    await ended;
    clearTimeout(timer);
    if (isLate) throw new Error(`${this.name} did not end within ${ENDS_WITHIN_MS / 1000} s of ${signal}.`);
  }

  signal(signal: NodeJS.Signals): void {
    this.child?.kill(signal);
  }

  tell(message: object): void {
    this.child?.send(message);
  }

  /** What it holds of the memory; undefined where the system does not tell. */
  residentBytes(): number | undefined {
    if (!this.isRunning) return undefined;
    return residentBytes(this.child!.pid!);
  }
}

export function residentBytes(pid: number): number | undefined {
  try {
    const [, kib] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return kib === undefined ? undefined : Number(kib) * 1024;
  } catch {
    return undefined;
  }
}
