import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Report } from '../report.js';

const FILE = join(import.meta.dirname, 'kept-ratios.json');

/** The ratios of figures to a yardstick, by benchmark and label. */
type KeptRatios = Record<string, Record<string, number>>;

/**
 * Reports ratios to the yardstick, each relative to the one in `kept-ratios.json`, so that code that became slower is
 * seen on any machine. With KEEP_RATIOS=1, the file gets the new ones.
 *
 * @param ratios figures divided by the yardstick, which was measured in the same rounds
 */
export function compareWithKept(report: Report, benchmark: string, ratios: Record<string, number>): void {
  const kept = JSON.parse(readFileSync(FILE, 'utf8')) as KeptRatios;
  for (const [label, ratio] of Object.entries(ratios)) {
    const earlier = kept[benchmark]?.[label] ?? NaN;
    report.ratio(`${label} / the yardstick, kept as ${earlier}: now / then`, ratio, earlier, '<= 1.1');
  }
  if (process.env.KEEP_RATIOS !== '1') return;
  kept[benchmark] = Object.fromEntries(
    Object.entries(ratios).map(([label, ratio]) => [label, Number(ratio.toPrecision(3))]),
  );
  writeFileSync(FILE, `${JSON.stringify(kept, null, 2)}\n`);
}
