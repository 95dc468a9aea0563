import { lstatSync, renameSync, rmSync } from 'node:fs';
import { readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { VALUES_FILE } from './run-manifest.js';

/** The end of the name of a run that is still being written. */
export const PARTIAL_SUFFIX = '.partial';
/** The end of the name of a run that is being deleted. */
const REMOVED_SUFFIX = '.removed';

const PUBLISHED =
  /^(?<model>[a-z0-9]+(?:-[a-z0-9]+)*)_[A-Za-z0-9]+_(?<run>\d{8}T\d{4}Z)_(?<publishedMs>\d+)$/;
const PARTIAL = /^[a-z0-9]+(?:-[a-z0-9]+)*_[A-Za-z0-9]+_\d{8}T\d{4}Z_[0-9a-f-]{36}\.partial$/;
const REMOVED = /^[a-z0-9]+(?:-[a-z0-9]+)*_[A-Za-z0-9]+_\d{8}T\d{4}Z_\d+\.removed$/;

/** The end of the name of a run that was found damaged, until it is there again. */
export const DAMAGED_SUFFIX = '.damaged';

/** The end of the name of a run that is out of sight, and that other machines may still read. */
const RETIRED_SUFFIX = '.retired';
const RETIRED = /^[a-z0-9]+(?:-[a-z0-9]+)*_[A-Za-z0-9]+_\d{8}T\d{4}Z_\d+\.retired$/;

/** Network file systems take files away from whoever reads them elsewhere: so long after its name nobody reads a run. */
const RETIRED_FOR_MS = 10 * 60 * 1000;
/** A writer adds to its run at least every few minutes, so what rests this long was left by a process that died. */
const ABANDONED_AFTER_MS = 6 * 60 * 60 * 1000;

/** The common start of the directory names of one run, like `gfs_0p25_20200804T1200Z`. */
export function runName(model: string, resolution: string, run: Date): string {
  const [date, time] = run.toISOString().split('T');
  return `${model}_${resolution}_${date.replaceAll('-', '')}T${time.slice(0, 5).replace(':', '')}Z`;
}

/** What the name of a published run's directory tells. `run` sorts by time: `20200804T1200Z`. */
export interface RunName {
  name: string;
  model: string;
  run: string;
  publishedMs: number;
}

/** Undefined for a name that is not that of a published run. */
export function parseRunName(name: string): RunName | undefined {
  const groups = PUBLISHED.exec(name)?.groups;
  return groups && { name, model: groups.model, run: groups.run, publishedMs: Number(groups.publishedMs) };
}

/** Out of some names, those of runs that were put aside as damaged, as they were before. */
export function damagedRuns(names: readonly string[]): RunName[] {
  const aside = names.filter((name) => name.endsWith(DAMAGED_SUFFIX));
  return publishedRuns(aside.map((name) => name.slice(0, -DAMAGED_SUFFIX.length)));
}

/** When a run began. */
export function startOf({ run }: RunName): Date {
  const [, year, month, day, hour, minute] = /(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)/.exec(run) ?? [];
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:00Z`);
}

/** Newest run first, and of one run its newest publication. */
function compareNewestFirst(a: RunName, b: RunName): number {
  if (a.run !== b.run) return a.run < b.run ? 1 : -1;
  return b.publishedMs - a.publishedMs;
}

/** Out of some names, those of published runs, newest first. */
export function publishedRuns(names: readonly string[]): RunName[] {
  return names
    .map(parseRunName)
    .filter((name) => name !== undefined)
    .sort(compareNewestFirst);
}

/** The newest publication of each run. */
export function currentRuns(names: readonly RunName[]): RunName[] {
  const found = new Set<string>();
  return [...names].sort(compareNewestFirst).filter(({ model, run }) => {
    const isNew = !found.has(`${model} ${run}`);
    found.add(`${model} ${run}`);
    return isNew;
  });
}

/** So many runs that are there in part stay beside the whole ones, which continue them. */
const MOST_PARTS = 2;

/** Whether a run is kept beside newer ones of its model: so many whole ones are, and a few more of which parts are there. */
export function isKeptBeside(newer: readonly { isPart?: boolean }[], count: number): boolean {
  const whole = newer.filter(({ isPart }) => !isPart).length;
  return whole < count && newer.length < count + MOST_PARTS;
}

/** Of these, sorted newest first, those of each model that are kept. */
export function keptOfEachModel(
  names: readonly RunName[],
  count: number,
  isPart: (name: string) => boolean,
): RunName[] {
  const newer = new Map<string, { isPart: boolean }[]>();
  return names.filter(({ name, model }) => {
    const before = newer.get(model) ?? [];
    newer.set(model, [...before, { isPart: isPart(name) }]);
    return isKeptBeside(before, count);
  });
}

/** Those that are older than all that are kept of their model, or an earlier publication of one that is kept. */
export function supersededRuns(names: readonly RunName[], kept: readonly RunName[]): RunName[] {
  return names.filter((name) => {
    const ofModel = kept.filter(({ model }) => model === name.model);
    const oldest = ofModel.at(-1);
    if (!oldest) return false;
    const newerPublication = ofModel.some((k) => k.run === name.run && k.publishedMs > name.publishedMs);
    return name.run < oldest.run || newerPublication;
  });
}

/** Takes a run out of sight by one rename, then deletes it; false when another process was faster. */
export async function removeRun(runsDirectory: string, name: string): Promise<boolean> {
  const removed = join(runsDirectory, name + REMOVED_SUFFIX);
  if (!(await renameIfThere(join(runsDirectory, name), removed))) return false;
  await rm(removed, { recursive: true, force: true });
  return true;
}

/** The same on a volume that other machines read: it is deleted by a later sweep. */
export async function retireRun(runsDirectory: string, name: string): Promise<boolean> {
  const retired = join(runsDirectory, name + RETIRED_SUFFIX);
  if (!(await renameIfThere(join(runsDirectory, name), retired))) return false;
  await utimes(retired, new Date(), new Date());
  return true;
}

/**
 * Takes a damaged run out of sight of every process by one rename. Its values are deleted, since they have no use and
 * their place is needed for those that come instead; the rest stays until `forgetDamaged`, so that a start knows of it.
 */
export function putAside(runsDirectory: string, name: string): void {
  const aside = join(runsDirectory, name + DAMAGED_SUFFIX);
  rmSync(aside, { recursive: true, force: true });
  renameSync(join(runsDirectory, name), aside);
  // A link leads to what other machines read as well.
  if (!lstatSync(aside).isSymbolicLink()) rmSync(join(aside, VALUES_FILE), { recursive: true, force: true });
}

/** Deletes what is left of a run that was put aside. */
export function forgetDamaged(runsDirectory: string, name: string): void {
  rmSync(join(runsDirectory, name + DAMAGED_SUFFIX), { recursive: true, force: true });
}

async function renameIfThere(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/** Deletes what writers and removals that were killed have left in the store; foreign names are left alone. */
export async function sweepLeftovers(runsDirectory: string, nowMs = Date.now()): Promise<void> {
  for (const name of await readdir(runsDirectory)) {
    const path = join(runsDirectory, name);
    const leftover =
      REMOVED.test(name) ||
      (RETIRED.test(name) && (await isRetiredLongAgo(path))) ||
      (PARTIAL.test(name) && (await isAbandoned(path, nowMs)));
    if (leftover) await rm(path, { recursive: true, force: true });
  }
}

async function isRetiredLongAgo(path: string): Promise<boolean> {
  return (await stat(path)).mtimeMs < Date.now() - RETIRED_FOR_MS;
}

async function isAbandoned(directory: string, nowMs: number): Promise<boolean> {
  try {
    const paths = [directory, ...(await readdir(directory)).map((name) => join(directory, name))];
    const changesMs = await Promise.all(paths.map(async (path) => (await stat(path)).mtimeMs));
    return Math.max(...changesMs) < nowMs - ABANDONED_AFTER_MS;
  } catch {
    // Its writer has just published or aborted it.
    return false;
  }
}
