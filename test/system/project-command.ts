import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

export interface CommandOptions {
  environment?: Record<string, string>;
  directory?: string;
}

/**
 * Returns a shell's environment without traces of the test run: without the variables of Jest and npm and their PATH,
 * but with Node's compile cache and CA certificates.
 */
export function userEnvironment(): Record<string, string> {
  const {
    HOME = '',
    LANG = 'C.UTF-8',
    PATH = '',
    NODE_COMPILE_CACHE = '',
    NODE_EXTRA_CA_CERTS = '',
  } = process.env;
  const path = PATH.split(':').filter((entry) => !entry.includes('node_modules'));
  return { HOME, LANG, PATH: path.join(':'), NODE_COMPILE_CACHE, NODE_EXTRA_CA_CERTS };
}

/** A command of the project as run by a user: a child process in its own process group, as in a terminal. */
export class ProjectCommand {
  /** Standard output and standard error, line by line. */
  readonly lines: string[] = [];
  /** Settles when the process has ended and all of its output has been read. */
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null; output: string }>;
  private readonly child: ChildProcess;
  private readonly watchers = new Set<() => void>();
  private isOver = false;

  constructor(
    private readonly words: string[],
    { environment = {}, directory = PROJECT }: CommandOptions = {},
  ) {
    const [file, ...parameters] = words;
    this.child = spawn(file, parameters, {
      cwd: directory,
      env: { ...userEnvironment(), ...environment },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.child.stdout!, this.child.stderr!]) {
      createInterface({ input: stream }).on('line', (line) => {
        this.lines.push(line);
        this.watchers.forEach((watch) => watch());
      });
    }
    this.ended = this.end();
  }

  get pid(): number {
    return this.child.pid!;
  }

  get output(): string {
    return this.lines.join('\n');
  }

  /** Resolves with the first line that matches, or rejects if the command ends without one. */
  line(pattern: RegExp): Promise<string> {
    return new Promise((resolve, reject) => {
      const watch = () => {
        const found = this.lines.find((line) => pattern.test(line));
        if (found === undefined && !this.isOver) return;
        this.watchers.delete(watch);
        if (found !== undefined) resolve(found);
        else reject(new Error(`${this.words.join(' ')} ended without ${String(pattern)}:\n${this.output}`));
      };
      this.watchers.add(watch);
      watch();
    });
  }

  /** Signals the whole process group, as Ctrl-C does in a terminal. */
  signalGroup(signal: NodeJS.Signals): void {
    process.kill(-this.pid, signal);
  }

  private async end() {
    const [code, signal] = (await once(this.child, 'close')) as [number | null, NodeJS.Signals | null];
    this.isOver = true;
    this.watchers.forEach((watch) => watch());
    return { code, signal, output: this.output };
  }
}

/** Returns the only child of a process, such as npm's. */
export function onlyChildOf(parent: number): number {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  const rows = table.map((row) => row.trim().split(/\s+/).map(Number));
  const children = rows.filter(([, ppid]) => ppid === parent).map(([pid]) => pid);
  if (children.length !== 1) throw new Error(`Process ${parent} has ${children.length} children.`);
  return children[0];
}
