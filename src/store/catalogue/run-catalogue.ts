import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DamagedRunError } from '../format/damaged-run-error.js';
import {
  damagedRuns,
  forgetDamaged,
  keptOfEachModel,
  publishedRuns,
  removeRun,
  type RunName,
  supersededRuns,
  TERRAIN_FOLDER,
} from '../format/run-directory.js';
import { type RunFault, type RunFaults } from './run-faults.js';
import { StoredRun } from '../read/stored-run.js';

/** How long the list of runs is served before the directory is read again. */
const REFRESH_INTERVAL_MS = 50;

/** A directory that changed this recently may change again within the same tick of the file system's clock. */
const SETTLED_AFTER_MS = 1000;

/**
 * The published runs of a store, including those that other processes publish. A run is represented by its newest
 * publication. Names that are not those of published runs are ignored, and runs that cannot be read are listed as
 * faults. A run that turns out to be damaged is removed from the list at once.
 */
export class RunCatalogue {
  private open = new Map<string, StoredRun>();
  private list: StoredRun[] = [];
  private faultList: RunFault[] = [];
  private damagedList: RunName[] = [];
  /** Why damaged runs are out of service, for those that could not be set aside. */
  private readonly condemned = new Map<string, string>();
  private refreshedAtMs = -Infinity;
  private seenChangeMs: number | undefined;
  private timer: NodeJS.Timeout | undefined;
  private listable = true;
  private ofTerrain: RunCatalogue | undefined;

  /** @param faultHandler sets damaged runs aside; without it, they stay where they are */
  constructor(
    private readonly runsDirectory: string,
    private readonly faultHandler?: RunFaults,
  ) {}

  /**
   * Returns the readable runs, newest first. They stay open until the next call on this catalog, or longer if retained.
   */
  runs(): readonly StoredRun[] {
    this.refresh();
    return this.list;
  }

  /** Returns the terrains that are kept of models, newest first, each as a run of nothing else. They stay open as runs do. */
  terrains(): readonly StoredRun[] {
    this.ofTerrain ??= new RunCatalogue(
      join(this.runsDirectory, TERRAIN_FOLDER),
      this.faultHandler?.within(TERRAIN_FOLDER),
    );
    return this.ofTerrain.runs();
  }

  /**
   * Polls the store until `close`, so that deleted runs are closed, and their disk space is freed, even without
   * requests. Does not keep the process alive.
   */
  watch(intervalMs: number): this {
    this.timer ??= setInterval(() => {
      this.refresh();
      this.ofTerrain?.refresh();
    }, intervalMs).unref();
    return this;
  }

  /** Whether the directory could be listed at the last refresh. If not, the open runs are still served. */
  get isListable(): boolean {
    this.refresh();
    return this.listable;
  }

  /** Returns what is named like a run but cannot be read, as of the last refresh. */
  faults(): readonly RunFault[] {
    this.refresh();
    return this.faultList;
  }

  /** Returns the runs that were found damaged and are not replaced yet, as of the last refresh. */
  damagedRuns(): readonly RunName[] {
    this.refresh();
    return this.damagedList;
  }

  /**
   * Deletes all but `count` readable runs of each model (see keptRuns), along with earlier publications of the kept runs
   * and older broken ones. A run that is being read stays readable until it is
   * released. Returns the names of the deleted runs.
   */
  async keep(count: number, remove = removeRun): Promise<string[]> {
    this.scan();
    const readable = publishedRuns([...this.open.keys()]);
    const isPart = (name: string) => this.open.get(name)?.manifest.isPart ?? false;
    const kept = keptOfEachModel(readable, count, isPart);
    const names = this.names();
    const removed: string[] = [];
    for (const { name } of supersededRuns(publishedRuns(names), kept, readable)) {
      if (await remove(this.runsDirectory, name)) removed.push(name);
    }
    for (const { name } of supersededRuns(damagedRuns(names), kept)) forgetDamaged(this.runsDirectory, name);
    this.scan();
    return removed;
  }

  /** Closes the runs that are not retained. */
  close(): void {
    clearInterval(this.timer);
    this.timer = undefined;
    this.ofTerrain?.close();
    for (const run of this.open.values()) run.release();
    this.open.clear();
    this.list = [];
    this.refreshedAtMs = -Infinity;
    this.seenChangeMs = undefined;
  }

  private refresh(): void {
    const nowMs = performance.now();
    if (nowMs - this.refreshedAtMs < REFRESH_INTERVAL_MS) return;
    this.refreshedAtMs = nowMs;
    this.unlessUnlistable(() => {
      const changeMs = statSync(this.runsDirectory, { throwIfNoEntry: false })?.mtimeMs;
      const settled = changeMs === undefined || Date.now() - changeMs > SETTLED_AFTER_MS;
      if (changeMs === this.seenChangeMs && settled && this.listable) return;
      this.scan();
      this.seenChangeMs = changeMs;
    });
  }

  /** If the disk fails to list the runs, those that are open are kept. */
  private unlessUnlistable(read: () => void): void {
    try {
      read();
      this.listable = true;
      this.faultHandler?.noteListing(undefined);
    } catch (error) {
      this.listable = false;
      this.faultHandler?.noteListing(error);
    }
  }

  private scan(): void {
    const open = new Map<string, StoredRun>();
    const found = new Set<string>();
    const names = this.names();
    this.faultList = [];
    for (const name of this.condemned.keys()) if (!names.includes(name)) this.condemned.delete(name);
    for (const { name, model, run } of publishedRuns(names)) {
      if (found.has(`${model} ${run}`)) continue;
      const stored = this.condemned.has(name) ? undefined : (this.open.get(name) ?? this.tryOpen(name));
      if (!stored) continue;
      open.set(name, stored);
      found.add(`${model} ${run}`);
    }
    for (const [name, stored] of this.open) {
      if (!open.has(name)) stored.release();
    }
    this.open = open;
    this.list = [...open.values()];
    for (const [directory, reason] of this.condemned)
      this.faultList.push({ directory, reason, isDamaged: true });
    this.noteDamaged(found);
  }

  private noteDamaged(served: ReadonlySet<string>): void {
    const isBack = ({ model, run }: RunName) => served.has(`${model} ${run}`);
    const aside = damagedRuns(this.names());
    for (const { name } of aside.filter(isBack)) this.faultHandler?.forget(name);
    const inPlace = publishedRuns([...this.condemned.keys()]);
    this.damagedList = [...aside, ...inPlace].filter((name) => !isBack(name));
  }

  private tryOpen(name: string): StoredRun | undefined {
    try {
      return StoredRun.open(this.runsDirectory, name, (run, damage) => this.takeOut(run, damage));
    } catch (error) {
      // A run that another process deletes disappears as a whole, which is not a fault.
      if (!existsSync(join(this.runsDirectory, name))) return undefined;
      const reason = error instanceof Error ? error.message : String(error);
      if (error instanceof DamagedRunError) this.condemn(name, reason);
      else this.report({ directory: name, reason, isDamaged: false });
      return undefined;
    }
  }

  private report(fault: RunFault): void {
    this.faultList.push(fault);
    this.faultHandler?.report(fault);
  }

  /** Takes a damaged run out of service, unless another request did so before: its name may belong to a new run now. */
  private takeOut(run: StoredRun, { message }: DamagedRunError): void {
    if (this.open.get(run.name) !== run) return;
    this.condemn(run.name, message);
    this.open.delete(run.name);
    this.list = [...this.open.values()];
    run.release();
    this.unlessUnlistable(() => this.scan());
  }

  private condemn(name: string, reason: string): void {
    if (!this.faultHandler?.putAside(name, reason)) this.condemned.set(name, reason);
  }

  private names(): string[] {
    if (!statSync(this.runsDirectory, { throwIfNoEntry: false })) return [];
    return readdirSync(this.runsDirectory);
  }
}
