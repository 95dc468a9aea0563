import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const PROJECT = new URL('../../', import.meta.url);

/** A Node process of its own, for tests of what happens between processes or when one is killed. */
export class ChildProgram {
  private constructor(
    private readonly child: ChildProcess,
    /** The first line it wrote. */
    readonly firstLine: string,
  ) {}

  /**
   * Runs an ES module given as text, in a process group of its own, until it has written a line.
   * It reads its parameters as `parameters`, and imports the project's files by the URLs that `sourceUrl` gives.
   * It stays until it is killed, or this process ends and with it the child's standard input.
   */
  static async start(moduleText: string, parameters: unknown): Promise<ChildProgram> {
    const stay = `process.stdin.resume().once('end', () => process.exit());`;
    const text = `${stay}\nconst parameters = ${JSON.stringify(parameters)};\n${moduleText}`;
    const hooks = new URL('test/support/register-typescript.mjs', PROJECT).href;
    const child = spawn(
      process.execPath,
      ['--no-warnings', '--import', hooks, '--input-type=module', '--eval', text],
      { cwd: fileURLToPath(PROJECT), detached: true, stdio: ['pipe', 'pipe', 'inherit'] },
    );
    for await (const line of createInterface({ input: child.stdout })) {
      // What a failed test leaves must not keep this process from ending.
      for (const handle of [child, child.stdin as Socket, child.stdout as Socket]) handle.unref();
      return new ChildProgram(child, line);
    }
    throw new Error('The child program ended without a word.');
  }

  get pid(): number {
    return this.child.pid ?? NaN;
  }

  /** kill -9 for the whole process group, as hard as anything can end it. */
  async killGroup(): Promise<void> {
    const ended = once(this.child, 'exit');
    // It is waited for, also where nothing else keeps this process from ending.
    this.child.ref();
    process.kill(-(this.child.pid ?? NaN), 'SIGKILL');
    await ended;
  }
}

export function sourceUrl(path: string): string {
  return new URL(`src/${path}`, PROJECT).href;
}
