import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const PROJECT = new URL('../../', import.meta.url);

/** A separate Node process, for tests across processes or of killed processes. */
export class ChildProgram {
  private constructor(
    private readonly child: ChildProcess,
    /** The first line of its output. */
    readonly firstLine: string,
  ) {}

  /**
   * Runs an ES module, given as text, in its own process group, and resolves once it has written a line.
   * The module reads its parameters from `parameters` and imports the project's files by URLs from `sourceUrl`.
   * It runs until it is killed, or until this process exits and thereby closes the child's standard input.
   * @throws Error if the process exits without writing a line.
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
      // A child left over from a failed test must not keep this process alive.
      for (const handle of [child, child.stdin as Socket, child.stdout as Socket]) handle.unref();
      return new ChildProgram(child, line);
    }
    throw new Error('The child program ended without a word.');
  }

  get pid(): number {
    return this.child.pid ?? NaN;
  }

  /** Kills the whole process group with SIGKILL. */
  async killGroup(): Promise<void> {
    const ended = once(this.child, 'exit');
    // Keeps this process alive until the child has exited.
    this.child.ref();
    process.kill(-(this.child.pid ?? NaN), 'SIGKILL');
    await ended;
  }
}

export function sourceUrl(path: string): string {
  return new URL(`src/${path}`, PROJECT).href;
}
