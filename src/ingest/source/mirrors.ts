import { IngestError, type IngestErrorName } from '../ingest-error.js';
import type { ByteSource } from './byte-source.js';

/** `lagging`: it lacked what a later source had. */
export type SourceState = 'well' | 'lagging' | 'failing';

/** The state of a source after an attempt at a run, or a poll. */
export interface SourceReport {
  /** Without credentials. */
  location: string;
  state: SourceState;
  /** Name of the failure; null while there is none. */
  error: IngestErrorName | null;
  /** Steps that were read from it. */
  steps: number;
}

/** Failures after which a source is not tried again: its other files would fail the same way. */
const OF_THE_SOURCE: IngestErrorName[] = ['ConnectionError', 'DownloadTimeoutError', 'HttpStatusError'];

/**
 * The sources of a model for one attempt at a run, or one poll: the first, and its mirrors in order. The next attempt
 * starts with the first again.
 */
export class Mirrors {
  private readonly failures = new Map<ByteSource, IngestError>();
  private readonly lagging = new Set<ByteSource>();
  private readonly steps = new Map<ByteSource, number>();

  constructor(private readonly sources: readonly ByteSource[]) {}

  /** Whether reading again costs a transfer. */
  get isRemote(): boolean {
    return this.sources.some(({ isRemote }) => isRemote);
  }

  /** Returns the URL of a file at each source. */
  urls(path: string): string[] {
    return this.sources.map((source) => urlOf(source, path));
  }

  /**
   * Asks one source after the other until one has a result.
   *
   * @param ask asks a source; undefined if it has nothing
   * @param preferred asked before the others
   * @throws the first IngestError if a source fails and no other has a result, unless the source itself failed and
   * another reports that there is nothing; the signal's reason once it is aborted
   */
  async find<T>(
    ask: (source: ByteSource) => Promise<T | undefined>,
    signal: AbortSignal,
    preferred?: ByteSource,
  ): Promise<T | undefined> {
    const without: ByteSource[] = [];
    let failure: IngestError | undefined;
    for (const source of this.inOrder(preferred)) {
      const known = this.failures.get(source);
      failure ??= known;
      if (known) continue;
      try {
        const found = await ask(source);
        if (found !== undefined) {
          without.forEach((earlier) => this.lagging.add(earlier));
          return found;
        }
        without.push(source);
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof IngestError)) throw error;
        failure ??= error;
        if (OF_THE_SOURCE.includes(error.name)) this.failures.set(source, error);
      }
    }
    const isDenied = without.length > 0 && (!failure || OF_THE_SOURCE.includes(failure.name));
    if (failure && !isDenied) throw failure;
    return undefined;
  }

  /** Notes that a step was read from a source. */
  noteStep(source: ByteSource): void {
    this.steps.set(source, (this.steps.get(source) ?? 0) + 1);
  }

  report(): SourceReport[] {
    return this.sources.map((source) => {
      const failure = this.failures.get(source);
      return {
        location: publicLocation(source),
        state: failure ? 'failing' : this.lagging.has(source) ? 'lagging' : 'well',
        error: failure?.name ?? null,
        steps: this.steps.get(source) ?? 0,
      };
    });
  }

  private inOrder(preferred: ByteSource | undefined): readonly ByteSource[] {
    return preferred ? [preferred, ...this.sources.filter((source) => source !== preferred)] : this.sources;
  }
}

/** Returns the URL of a file at a source, without credentials, for messages. */
export function urlOf(source: ByteSource, path: string): string {
  return `${publicLocation(source)}/${path}`;
}

function publicLocation({ location }: ByteSource): string {
  return location.replace(/^(\w+:\/\/)[^/]*@/, '$1');
}
