import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, readFileSync, type WriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 50;
const READY_WITHIN_MS = 120_000;
/** How long operators' tools typically wait before they kill a process. */
const ENDS_WITHIN_MS = 30_000;
const LAST_LINES = 20;

export interface ProgramOptions {
  name: string;
  words: string[];
  environment?: Record<string, string | undefined>;
  /** File that receives all output of the program. */
  logPath: string;
  /** Whether the program has an IPC channel for messages. */
  isTold?: boolean;
  /** Returns whether the program is ready for use. */
  isReady: () => Promise<boolean>;
}

/** A program of the cluster that is started repeatedly with the same command line. */
export class Program {
  readonly name: string;
  private child: ChildProcess | undefined;
  private readonly log: WriteStream;

  constructor(private readonly options: ProgramOptions) {
    this.name = options.name;
    this.log = createWriteStream(options.logPath, { flags: 'a' });
  }

  /** @param environment additions to the usual environment for this start */
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
    // A grandchild may keep the streams open.
    await Promise.race([isRead, sleep(1_000)]);
    await new Promise<void>((resolve) => this.log.write('', () => resolve()));
    return readFileSync(this.options.logPath, 'utf8').split('\n').slice(-LAST_LINES).join('\n');
  }

  get isRunning(): boolean {
    return this.child?.exitCode === null && this.child.signalCode === null;
  }

  /**
   * Resolves once the program has exited.
   * @throws Error if it doesn't exit in time and has to be killed
   */
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

  /** Returns the resident memory, or undefined if the system doesn't report it. */
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
