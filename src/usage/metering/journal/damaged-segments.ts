import { readdir, rename } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type Segment } from './journal.js';

const SUFFIX = '.damaged';

/** Moves an applied segment out of its journal, to be inspected. @returns its new path */
export async function keepAside({ journalId, path }: Segment): Promise<string> {
  const name = `${journalId}.${basename(path, '.segment')}${SUFFIX}`;
  const target = join(dirname(dirname(path)), name);
  await rename(path, target);
  return target;
}

/** Returns the number of damaged segments kept beside the journals. */
export async function countAside(root: string): Promise<number> {
  return (await readdir(root)).filter((name) => name.endsWith(SUFFIX)).length;
}
