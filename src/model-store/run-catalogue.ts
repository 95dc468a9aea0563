import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  newestOfEachModel,
  publishedRuns,
  removeRun,
  type RunName,
  supersededRuns,
} from './run-directory.js';
import { StoredRun } from './stored-run.js';

/** A directory named like a published run that cannot be read. */
export interface RunFault {
  directory: string;
  reason: string;
}

/** How long the list of runs is served without a look at the directory. */
const LOOK_INTERVAL_MS = 50;

/** A directory that changed this recently may change again within the same tick of the file system's clock. */
const SETTLED_AFTER_MS = 1000;

/**
 * The published runs of a store, also those that another process publishes. The newest publication of a run stands for
 * it; names that are not those of published runs are ignored, and runs that cannot be read are listed as faults.
 */
export class RunCatalogue {
  private open = new Map<string, StoredRun>();
  private list: StoredRun[] = [];
  private faultList: RunFault[] = [];
  private lookedAtMs = -Infinity;
  private seenChangeMs: number | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly runsDirectory: string) {}

  /** The readable runs, newest first. They stay open until the next call on this catalogue, and longer if retained. */
  runs(): readonly StoredRun[] {
    this.look();
    return this.list;
  }

  /**
   * Looks at the store again and again until `close`, so that a run that was deleted is let go of, and its place on the
   * disk with it, although nobody asks. Keeps no process alive.
   */
  watch(intervalMs: number): this {
    this.timer ??= setInterval(() => this.look(), intervalMs).unref();
    return this;
  }

  /** What is named like a run and cannot be read, as of the last look. */
  faults(): readonly RunFault[] {
    this.look();
    return this.faultList;
  }

  /**
   * Deletes all but the newest `count` readable runs of each model, with their earlier publications and what is broken
   * and older. A run that is being read stays readable until it is released. Returns the names of what was deleted.
   */
  async keep(count: number, remove = removeRun): Promise<string[]> {
    this.scan();
    const readable = publishedRuns([...this.open.keys()]);
    const superseded = supersededRuns(this.publishedNames(), newestOfEachModel(readable, count));
    const removed: string[] = [];
    for (const { name } of superseded) {
      if (await remove(this.runsDirectory, name)) removed.push(name);
    }
    this.scan();
    return removed;
  }

  /** Closes the runs that nobody retains. */
  close(): void {
    clearInterval(this.timer);
    this.timer = undefined;
    for (const run of this.open.values()) run.release();
    this.open.clear();
    this.list = [];
    this.lookedAtMs = -Infinity;
    this.seenChangeMs = undefined;
  }

  private look(): void {
    const nowMs = performance.now();
    if (nowMs - this.lookedAtMs < LOOK_INTERVAL_MS) return;
    this.lookedAtMs = nowMs;
    const changeMs = statSync(this.runsDirectory, { throwIfNoEntry: false })?.mtimeMs;
    const settled = changeMs === undefined || Date.now() - changeMs > SETTLED_AFTER_MS;
    if (changeMs === this.seenChangeMs && settled) return;
    this.scan();
    this.seenChangeMs = changeMs;
  }

  private scan(): void {
    const open = new Map<string, StoredRun>();
    const found = new Set<string>();
    this.faultList = [];
    for (const { name, model, run } of this.publishedNames()) {
      if (found.has(`${model} ${run}`)) continue;
      const stored = this.open.get(name) ?? this.tryOpen(name);
      if (!stored) continue;
      open.set(name, stored);
      found.add(`${model} ${run}`);
    }
    for (const [name, stored] of this.open) {
      if (!open.has(name)) stored.release();
    }
    this.open = open;
    this.list = [...open.values()];
  }

  private tryOpen(name: string): StoredRun | undefined {
    try {
      return StoredRun.open(this.runsDirectory, name);
    } catch (error) {
      // A run that another process deletes vanishes as a whole; it is no fault.
      if (!statSync(join(this.runsDirectory, name), { throwIfNoEntry: false })) return undefined;
      const reason = error instanceof Error ? error.message : String(error);
      this.faultList.push({ directory: name, reason });
      return undefined;
    }
  }

  private publishedNames(): RunName[] {
    if (!statSync(this.runsDirectory, { throwIfNoEntry: false })) return [];
    return publishedRuns(readdirSync(this.runsDirectory));
  }
}
