import { spawn, spawnSync } from 'node:child_process';
import { describe } from '@jest/globals';
import { sharedData } from './shared-data.js';

/** No value of any field, and an integer, as grib_filter wants it. */
const MISSING = -2_000_000_000;

const hasEcCodes = spawnSync('grib_filter', ['-V']).status === 0;
const isComplete = hasEcCodes && sharedData !== undefined;

if (!isComplete) {
  const lacking = hasEcCodes ? 'the shared data' : 'ecCodes (libeccodes-tools)';
  if (process.env.CI === 'true') throw new Error(`${lacking} is needed to compare with ecCodes`);
  process.stderr.write(`Skipped: the comparison with ecCodes, which needs ${lacking}\n`);
}

/** Like `describe`; skipped, with a visible line, without ecCodes or the shared data. With CI=true that is an error. */
export const describeWithEcCodes = isComplete ? describe : describe.skip;

export interface EcCodesField {
  /** By the key's name, as grib_filter prints them: "undef" for keys that the message does not have. */
  keys: Record<string, string>;
  /** In file order, NaN for missing values; undefined if they were not asked for. */
  values: Float64Array | undefined;
}

/**
 * Reads the fields of a file with ecCodes.
 * @param keys names of ecCodes keys; ":l" and ":d" ask for a number
 * @param templates the data representation templates whose values are wanted
 */
export async function* readWithEcCodes(
  file: string,
  keys: string[],
  templates: number[],
): AsyncGenerator<EcCodesField> {
  const child = spawn('grib_filter', ['-f', '-', file], { stdio: ['pipe', 'pipe', 'ignore'] });
  child.stdin.end(filterRules(keys, templates));
  // Looking up a global for each of millions of lines would take Jest longer than reading them.
  const [toNumber, missing] = [Number, NaN];
  let values = new Float64Array();
  let count = 0;
  let rest = '';
  for await (const chunk of child.stdout.setEncoding('latin1')) {
    const lines = (rest + String(chunk)).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line.startsWith('#')) {
        values = new Float64Array(Number(line.slice(1)));
        count = 0;
      } else if (line.startsWith('=')) {
        const texts = line.slice(1).split('|');
        yield {
          keys: Object.fromEntries(keys.map((key, i) => [key, texts[i]])),
          values: count === 0 ? undefined : values,
        };
      } else if (line !== '') {
        const value = toNumber(line);
        values[count++] = value === MISSING ? missing : value;
      }
    }
  }
}

/** A line with the count of points, one for each value, and one of all keys, last since it ends at an unknown key. */
function filterRules(keys: string[], templates: number[]): string {
  const wanted = templates.map((template) => `dataRepresentationTemplateNumber == ${template}`).join(' || ');
  return `set missingValue = ${MISSING};
    print "#[numberOfDataPoints]";
    if (${wanted}) { print "[values!1%.17g]"; }
    print "=${keys.map((key) => `[${key}]`).join('|')}";`;
}
