import { readFileSync } from 'node:fs';

const FIXTURES = new URL('../../../fixtures/grib/', import.meta.url);

/** Reads a file of test/fixtures/grib, whose README.md describes it. */
export function fixture(name: string): Uint8Array {
  return new Uint8Array(readFileSync(new URL(name, FIXTURES)));
}

/** Returns the lines of a text in test/fixtures/grib, split at whitespace. */
export function frozenLines(name: string): string[][] {
  const text = readFileSync(new URL(name, FIXTURES), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
}

/** Returns the blocks of a text, each of which starts with a line "= ...": that line's words, and the lines below. */
export function frozenBlocks(name: string): { head: string[]; lines: string[][] }[] {
  const blocks: { head: string[]; lines: string[][] }[] = [];
  for (const line of frozenLines(name)) {
    if (line[0] === '=') blocks.push({ head: line.slice(1), lines: [] });
    else blocks.at(-1)?.lines.push(line);
  }
  return blocks;
}
