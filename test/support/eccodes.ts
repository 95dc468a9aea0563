import { spawn, spawnSync } from 'node:child_process';
import { describe } from '@jest/globals';
import { sharedData } from './shared-data.js';

/** An integer, as grib_filter requires, that is no value of any field. */
const MISSING = -2_000_000_000;

const hasEcCodes = spawnSync('grib_filter', ['-V']).status === 0;
const isComplete = hasEcCodes && sharedData !== undefined;

if (!isComplete) {
  const lacking = hasEcCodes ? 'the shared data' : 'ecCodes (libeccodes-tools)';
  if (process.env.CI === 'true') throw new Error(`${lacking} is needed to compare with ecCodes`);
  process.stderr.write(`Skipped: the comparison with ecCodes, which needs ${lacking}\n`);
}

/** Like `describe`, but skipped with a message without ecCodes or the shared data. With CI=true that is an error. */
export const describeWithEcCodes = isComplete ? describe : describe.skip;

export interface EcCodesField {
  /** Values by key name as grib_filter prints them; "undef" for keys that the message doesn't have. */
  keys: Record<string, string>;
  /** In file order, NaN for missing values; undefined if not requested. */
  values: Float64Array | undefined;
}

/**
 * Reads the fields of a file with ecCodes.
 * @param keys names of ecCodes keys; the suffixes ":l" and ":d" request a number
 * @param templates the data representation templates whose values are read
 */
export async function* readWithEcCodes(
  file: string,
  keys: string[],
  templates: number[],
): AsyncGenerator<EcCodesField> {
  const child = spawn('grib_filter', ['-f', '-', file], { stdio: ['pipe', 'pipe', 'ignore'] });
  child.stdin.end(filterRules(keys, templates));
  // Local copies: Jest takes longer to look up a global for each of millions of lines than to read them.
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

/** Prints the number of points, one line per value, and all keys; keys come last since an unknown one ends the line. */
function filterRules(keys: string[], templates: number[]): string {
  const wanted = templates.map((template) => `dataRepresentationTemplateNumber == ${template}`).join(' || ');
  return `set missingValue = ${MISSING};
    print "#[numberOfDataPoints]";
    if (${wanted}) { print "[values!1%.17g]"; }
    print "=${keys.map((key) => `[${key}]`).join('|')}";`;
}
