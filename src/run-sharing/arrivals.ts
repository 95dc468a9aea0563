import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** The end of the name of a run that is on its way here. */
export const ARRIVING_SUFFIX = '.arriving';

/** Deletes what has come of runs that are not wanted any more. */
export async function sweepArrivals(runsDirectory: string, wanted: ReadonlySet<string>): Promise<void> {
  for (const name of await readdir(runsDirectory)) {
    if (!name.endsWith(ARRIVING_SUFFIX) || wanted.has(name.slice(0, -ARRIVING_SUFFIX.length))) continue;
    await rm(join(runsDirectory, name), { recursive: true, force: true });
  }
}
