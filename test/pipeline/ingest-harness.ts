import { createHash } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { main } from '../../src/ingest/command/ingest.main.js';
import { DEFAULT_NETWORK_POLICY, type NetworkPolicy } from '../../src/ingest/source/network-policy.js';
import { RunCatalogue } from '../../src/store/catalogue/run-catalogue.js';
import { type StoredRun } from '../../src/store/read/stored-run.js';

/** Short waits between retries. */
export const IMPATIENT: NetworkPolicy = {
  ...DEFAULT_NETWORK_POLICY,
  connections: 8,
  retryDelaysMs: [1, 1],
};

/** The outcome of the command as its caller sees it. */
export interface CommandOutcome {
  status: number;
  stdout: string;
  stderr: string;
}

/** The ingest command with its own data directory. */
export class IngestHarness {
  networkPolicy = IMPATIENT;

  private constructor(readonly dataDirectory: string) {}

  static async create(): Promise<IngestHarness> {
    return new IngestHarness(await mkdtemp(join(tmpdir(), 'ingest-')));
  }

  /** @param source an `http:` or `file:` URL, or a path */
  async run(
    source: string,
    argv: string[],
    environment: Record<string, string> = {},
    signal: AbortSignal = new AbortController().signal,
  ): Promise<CommandOutcome> {
    return this.start(source, argv, environment, signal).ended;
  }

  /** Like `run`, for callers that watch the command while it runs. */
  start(
    source: string,
    argv: string[],
    environment: Record<string, string> = {},
    signal: AbortSignal = new AbortController().signal,
  ): { stdout: TextSink; stderr: TextSink; ended: Promise<CommandOutcome> } {
    const [stdout, stderr] = [new TextSink(), new TextSink()];
    const base = {
      DATA_DIR: this.dataDirectory,
      MODELS: 'gfs',
      GFS_BASE_URL: toUrl(source),
      GFS_RESOLUTION: '0p25',
    };
    const context = { stdout, stderr, signal, networkPolicy: this.networkPolicy };
    const ended = main(argv, { ...base, ...environment }, context).then((status) => ({
      status,
      stdout: stdout.text,
      stderr: stderr.text,
    }));
    return { stdout, stderr, ended };
  }

  /** Returns the stored runs, newest first; call `catalogue.close()` at the end. */
  catalogue(): RunCatalogue {
    return new RunCatalogue(join(this.dataDirectory, 'runs'));
  }

  /** Reads the newest stored run. */
  withRun<T>(use: (run: StoredRun) => T): T {
    const catalogue = this.catalogue();
    try {
      return use(catalogue.runs()[0]);
    } finally {
      catalogue.close();
    }
  }

  /** Returns every file of the store with a hash of its content. */
  async listing(): Promise<string[]> {
    const entries = await readdir(join(this.dataDirectory, 'runs'), { recursive: true, withFileTypes: true });
    const lines = entries.map(async (entry) => {
      const path = join(entry.parentPath, entry.name);
      const content = entry.isFile() ? await readFile(path) : '';
      return `${path} ${createHash('sha256').update(content).digest('hex')}`;
    });
    return (await Promise.all(lines)).sort();
  }

  /** Returns what a failed ingest has kept for the next one. */
  async downloads(): Promise<string[]> {
    const directory = join(this.dataDirectory, 'downloads');
    await mkdir(directory, { recursive: true });
    const entries = await readdir(directory, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  }

  async forgetDownloads(): Promise<void> {
    await rm(join(this.dataDirectory, 'downloads'), { recursive: true, force: true });
  }

  async remove(): Promise<void> {
    await rm(this.dataDirectory, { recursive: true });
  }
}

class TextSink extends Writable {
  text = '';
  private readonly written = new EventEmitter();

  override _write(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    this.text += chunk.toString();
    done();
    this.written.emit('text');
  }

  /** Resolves once the text matches. */
  async until(pattern: RegExp): Promise<void> {
    while (!pattern.test(this.text)) await once(this.written, 'text');
  }
}

function toUrl(source: string): string {
  return source.startsWith('http') ? source : pathToFileURL(source).href;
}
