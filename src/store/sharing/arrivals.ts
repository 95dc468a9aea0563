import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Suffix of the name of a run that is still being fetched. */
export const ARRIVING_SUFFIX = '.arriving';

/** Deletes partly fetched runs that are no longer wanted. */
export async function sweepArrivals(runsDirectory: string, wanted: ReadonlySet<string>): Promise<void> {
  for (const name of await readdir(runsDirectory)) {
    if (!name.endsWith(ARRIVING_SUFFIX) || wanted.has(name.slice(0, -ARRIVING_SUFFIX.length))) continue;
    await rm(join(runsDirectory, name), { recursive: true, force: true });
  }
}
