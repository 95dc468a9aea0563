import { lstatSync, renameSync, rmSync } from 'node:fs';
import { readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { HOUR_MS, MINUTE_MS } from '../../core/time/index.js';
import { VALUES_FILE } from './run-manifest.js';

/** Suffix of a run that is still being written. */
export const PARTIAL_SUFFIX = '.partial';
/**
 * Folder of a store with the terrains of its models: of each model a run of nothing but terrain, which stays when all
 * others are gone.
 */
export const TERRAIN_FOLDER = 'terrain';
/** Suffix of a run that is being deleted. */
const REMOVED_SUFFIX = '.removed';

const PUBLISHED =
  /^(?<model>[a-z0-9]+(?:-[a-z0-9]+)*)_[A-Za-z0-9]+_(?<run>\d{8}T\d{4}Z)_(?<publishedMs>\d+)$/;
const PARTIAL = /^[a-z0-9]+(?:-[a-z0-9]+)*_[A-Za-z0-9]+_\d{8}T\d{4}Z_[0-9a-f-]{36}\.partial$/;
const REMOVED = /^[a-z0-9]+(?:-[a-z0-9]+)*_[A-Za-z0-9]+_\d{8}T\d{4}Z_\d+\.removed$/;

/** Suffix of a run that was found damaged, until it is replaced. */
export const DAMAGED_SUFFIX = '.damaged';

/** Suffix of a run that is no longer listed, but that other machines may still read. */
const RETIRED_SUFFIX = '.retired';
const RETIRED = /^[a-z0-9]+(?:-[a-z0-9]+)*_[A-Za-z0-9]+_\d{8}T\d{4}Z_\d+\.retired$/;

/**
 * Network file systems delete files that other machines are reading. This long after a run was retired, nobody reads
 * it.
 */
const RETIRED_FOR_MS = 10 * MINUTE_MS;
/**
 * A writer adds to its run at least every few minutes, so a run unchanged for this long is from a process that died.
 */
const ABANDONED_AFTER_MS = 6 * HOUR_MS;

/** Returns the common prefix of the directory names of one run, such as `gfs_0p25_20200804T1200Z`. */
export function runName(model: string, resolution: string, run: Date): string {
  const [date, time] = run.toISOString().split('T');
  return `${model}_${resolution}_${date.replaceAll('-', '')}T${time.slice(0, 5).replace(':', '')}Z`;
}

/** The parts of a published run's directory name. `run` sorts by time: `20200804T1200Z`. */
export interface RunName {
  name: string;
  model: string;
  run: string;
  publishedMs: number;
}

/** Parses a directory name. Returns undefined if it is not that of a published run. */
export function parseRunName(name: string): RunName | undefined {
  const groups = PUBLISHED.exec(name)?.groups;
  return groups && { name, model: groups.model, run: groups.run, publishedMs: Number(groups.publishedMs) };
}

/** Returns those of some names that are runs set aside as damaged, by their original names. */
export function damagedRuns(names: readonly string[]): RunName[] {
  const aside = names.filter((name) => name.endsWith(DAMAGED_SUFFIX));
  return publishedRuns(aside.map((name) => name.slice(0, -DAMAGED_SUFFIX.length)));
}

/** Returns the time of a run. */
export function startOf({ run }: RunName): Date {
  const [, year, month, day, hour, minute] = /(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)/.exec(run) ?? [];
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:00Z`);
}

/** Sorts the newest run first, and the newest publication of a run first. */
function compareNewestFirst(a: RunName, b: RunName): number {
  if (a.run !== b.run) return a.run < b.run ? 1 : -1;
  return b.publishedMs - a.publishedMs;
}

/** Returns those of some names that are published runs, newest first. */
export function publishedRuns(names: readonly string[]): RunName[] {
  return names
    .map(parseRunName)
    .filter((name) => name !== undefined)
    .sort(compareNewestFirst);
}

/** Returns the newest publication of each run. */
export function currentRuns(names: readonly RunName[]): RunName[] {
  const found = new Set<string>();
  return [...names].sort(compareNewestFirst).filter(({ model, run }) => {
    const isNew = !found.has(`${model} ${run}`);
    found.add(`${model} ${run}`);
    return isNew;
  });
}

/**
 * Returns the runs of a model to keep, out of runs sorted newest first: the newest ones, and always the newest complete
 * one, which continues partial ones. These are at most `count`; two if that is 1 and the newest run is partial.
 */
export function keptRuns<T extends { isPart?: boolean | undefined }>(runs: readonly T[], count: number): T[] {
  const newest = runs.slice(0, count);
  const whole = runs.find(({ isPart }) => !isPart);
  if (!whole || newest.includes(whole)) return newest;
  return [...newest.slice(0, Math.max(count - 1, 1)), whole];
}

/** Returns the runs to keep of each model, out of names sorted newest first. */
export function keptOfEachModel(
  names: readonly RunName[],
  count: number,
  isPart: (name: string) => boolean,
): RunName[] {
  const ofModels = Map.groupBy(names, ({ model }) => model).values();
  const kept = [...ofModels].flatMap((ofModel) =>
    keptRuns(
      ofModel.map((name) => ({ name, isPart: isPart(name.name) })),
      count,
    ).map(({ name }) => name),
  );
  return kept.sort(compareNewestFirst);
}

/**
 * Returns the runs that are older than all kept runs of their model, or earlier publications of a kept run, or not kept
 * although they could be.
 *
 * @param candidates the runs out of which the kept ones were chosen
 */
export function supersededRuns(
  names: readonly RunName[],
  kept: readonly RunName[],
  candidates: readonly RunName[] = kept,
): RunName[] {
  const isIn = (list: readonly RunName[], { name }: RunName) => list.some((one) => one.name === name);
  return names.filter((name) => {
    const ofModel = kept.filter(({ model }) => model === name.model);
    const oldest = ofModel.at(-1);
    if (!oldest) return false;
    const newerPublication = ofModel.some((k) => k.run === name.run && k.publishedMs > name.publishedMs);
    return name.run < oldest.run || newerPublication || (isIn(candidates, name) && !isIn(kept, name));
  });
}

/** Hides a run with one atomic rename, then deletes it. Returns false if another process was faster. */
export async function removeRun(runsDirectory: string, name: string): Promise<boolean> {
  const removed = join(runsDirectory, name + REMOVED_SUFFIX);
  if (!(await unlessGone(() => rename(join(runsDirectory, name), removed)))) return false;
  await rm(removed, { recursive: true, force: true });
  return true;
}

/** Like `removeRun`, for a volume that other machines read: a later sweep deletes the run. */
export async function retireRun(runsDirectory: string, name: string): Promise<boolean> {
  const path = join(runsDirectory, name);
  // Before the rename, after which a sweep by another machine deletes what was retired long ago.
  return (
    (await unlessGone(() => utimes(path, new Date(), new Date()))) &&
    (await unlessGone(() => rename(path, path + RETIRED_SUFFIX)))
  );
}

/**
 * Hides a damaged run from every process with one atomic rename. Its values are deleted, since they are useless and
 * their replacement needs the space. The rest stays until `forgetDamaged`, so that the damage is known after a restart.
 */
export function putAside(runsDirectory: string, name: string): void {
  const aside = join(runsDirectory, name + DAMAGED_SUFFIX);
  rmSync(aside, { recursive: true, force: true });
  renameSync(join(runsDirectory, name), aside);
  // A link points to files that other machines also read.
  if (!lstatSync(aside).isSymbolicLink()) rmSync(join(aside, VALUES_FILE), { recursive: true, force: true });
}

/** Deletes what is left of a run that was set aside. */
export function forgetDamaged(runsDirectory: string, name: string): void {
  rmSync(join(runsDirectory, name + DAMAGED_SUFFIX), { recursive: true, force: true });
}

/** Returns false if another process was faster. */
async function unlessGone(task: () => Promise<void>): Promise<boolean> {
  try {
    await task();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/** Deletes what killed writers and removals left in the store; unknown names are left alone. */
export async function sweepLeftovers(runsDirectory: string, nowMs = Date.now()): Promise<void> {
  for (const name of await readdir(runsDirectory)) {
    const path = join(runsDirectory, name);
    if (name === TERRAIN_FOLDER) await sweepLeftovers(path, nowMs);
    const leftover =
      REMOVED.test(name) ||
      (RETIRED.test(name) && (await isRetiredLongAgo(path))) ||
      (PARTIAL.test(name) && (await isAbandoned(path, nowMs)));
    if (leftover) await rm(path, { recursive: true, force: true });
  }
}

async function isRetiredLongAgo(path: string): Promise<boolean> {
  const changeMs = await changeMsOf(path);
  return changeMs !== undefined && changeMs < Date.now() - RETIRED_FOR_MS;
}

/** Returns when a file or folder last changed; undefined if another process has deleted it. */
export async function changeMsOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).mtimeMs;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
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
