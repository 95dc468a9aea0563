import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sharedData } from './shared-data.js';

const FOLDER = 'gfs.20200804/12/atmos';

/** Copies the shared GFS run, with the bucket's layout, into a folder. */
export function copyRun(folder: string): void {
  cpSync(join(sharedData ?? '', 'gfs'), folder, { recursive: true });
  execFileSync('chmod', ['-R', 'u+w', folder]);
}

/** Returns the path of a step's file. */
export function stepFile(folder: string, step: string): string {
  return join(folder, FOLDER, `gfs.t12z.pgrb2.0p25.f${step}`);
}

/**
 * Edits a step's messages with ecCodes, and moves the offsets in its inventory accordingly.
 *
 * @param rules of grib_filter; each message is written after them
 */
export function editStep(folder: string, step: string, rules: string): void {
  const file = stepFile(folder, step);
  const edited = `${file}.edited`;
  execFileSync('grib_filter', ['-o', edited, '-', file], { input: `${rules} write;` });
  renameSync(edited, file);
  const offsets = execFileSync('grib_get', ['-F', '%.0f', '-p', 'offset', file], { encoding: 'utf8' })
    .trim()
    .split('\n');
  const lines = readFileSync(`${file}.idx`, 'utf8').trimEnd().split('\n');
  const moved = lines.map((line, i) => line.replace(/^(\d+):\d+/, `$1:${offsets[i]}`));
  chmodSync(`${file}.idx`, 0o644);
  writeFileSync(`${file}.idx`, `${moved.join('\n')}\n`);
}

/** Returns the values of a step's only message that a condition of grib_filter selects, as ecCodes reads them. */
export function valuesOf(folder: string, step: string, condition: string): number[] {
  const rules = `if (${condition}) { print "[values!1%.17g]"; }`;
  const text = execFileSync('grib_filter', ['-', stepFile(folder, step)], { input: rules, encoding: 'utf8' });
  return text.trim().split(/\s+/).map(Number);
}

/** Returns the rule that gives a message these values, precisely enough for any of them. */
export function settingValues(condition: string, values: readonly number[]): string {
  const set = `set decimalScaleFactor = 0; set bitsPerValue = 24; set values = {${values.join()}};`;
  return `if (${condition}) { ${set} }`;
}
