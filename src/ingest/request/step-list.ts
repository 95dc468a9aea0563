import { IngestError } from '../ingest-error.js';

/**
 * Parses `--steps` into hours, ascending and without duplicates.
 *
 * @param table every step that the source publishes, ascending
 * @throws IngestError (UsageError)
 */
export function parseSteps(text: string, table: number[]): number[] {
  const steps = text.split(',').map((entry) => {
    const step = /^\s*\d{1,4}\s*$/.test(entry) ? Number(entry) : NaN;
    if (table.includes(step)) return step;
    throw new IngestError(
      'UsageError',
      `--steps must be hours such as 0,6,12 out of ${describeTable(table)}, and has "${entry.trim()}"`,
    );
  });
  return [...new Set(steps)].sort((a, b) => a - b);
}

/** Abbreviates a list of steps: `3-5, 7-11`, where each range has all steps of the table between its ends. */
export function compressSteps(steps: number[], table: number[]): string {
  const groups: number[][] = [];
  for (const step of steps) {
    const before = table[table.indexOf(step) - 1];
    const group = groups.find((earlier) => earlier.at(-1) === before);
    if (group) group.push(step);
    else groups.push([step]);
  }
  return groups.map((group) => (group.length > 1 ? `${group[0]}-${group.at(-1)}` : `${group[0]}`)).join(', ');
}

/** `f006`, as in file names. */
export function stepLabel(stepHours: number): string {
  return `f${String(stepHours).padStart(3, '0')}`;
}

/** `0-120 every 1 h, 123-384 every 3 h` */
function describeTable(table: number[]): string {
  const parts: { first: number; last: number; interval: number }[] = [];
  for (let i = 1; i < table.length; i++) {
    const interval = table[i] - table[i - 1];
    const part = parts.at(-1);
    if (part?.interval === interval) part.last = table[i];
    else parts.push({ first: part ? table[i] : table[0], last: table[i], interval });
  }
  return parts.map(({ first, last, interval }) => `${first}-${last} every ${interval} h`).join(', ');
}
