import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** Runs ecCodes in a small C program (ec-codes-loop.c), which is compiled on demand. */
export class EcCodes {
  private constructor(
    private readonly directory: string,
    private readonly program: string,
  ) {}

  /**
   * Returns undefined if gcc or ecCodes' headers (libeccodes-dev) are missing.
   * @throws Error if compilation fails
   */
  static compile(): EcCodes | undefined {
    const look = spawnSync('gcc', ['-E', '-'], { input: '#include <eccodes.h>\n' });
    if (look.status !== 0) return undefined;
    const directory = mkdtempSync(join(tmpdir(), 'bench-ec-codes-'));
    const program = join(directory, 'ec-codes-loop');
    const source = join(import.meta.dirname, 'ec-codes-loop.c');
    const { status, stderr } = spawnSync('gcc', ['-O2', '-o', program, source, '-leccodes', '-lm']);
    if (status !== 0) throw new Error(`ec-codes-loop.c does not compile: ${stderr.toString()}`);
    return new EcCodes(directory, program);
  }

  /** Returns the values of all messages of a file, concatenated in file order, NaN where missing. */
  values(file: string): Float64Array {
    const { status, stdout, stderr } = spawnSync(this.program, [file, 'values'], { maxBuffer: 2 ** 30 });
    if (status !== 0) throw new Error(`ecCodes cannot read ${file}: ${stderr.toString()}`);
    return new Float64Array(new Uint8Array(stdout).buffer);
  }

  /** Starts a process that decodes a file repeatedly. */
  loop(file: string): EcCodesLoop {
    const child = spawn(this.program, [file], { stdio: ['pipe', 'pipe', 'inherit'] });
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
    return {
      processorNs: async (passes) => {
        child.stdin.write(`${passes}\n`);
        const { value } = (await lines.next()) as { value: string | undefined };
        if (value === undefined) throw new Error(`ecCodes cannot decode ${file}`);
        return Number(value);
      },
      end: () => child.stdin.end(),
    };
  }

  remove(): void {
    rmSync(this.directory, { recursive: true });
  }
}

export interface EcCodesLoop {
  /** Returns the CPU time for decoding all messages that many times. */
  processorNs: (passes: number) => Promise<number>;
  end: () => void;
}
