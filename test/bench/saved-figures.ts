import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { type BenchFigures } from './scale/bench-figures.js';
import { type Report } from './report.js';

/** Writes a benchmark's figures to the file, replacing its earlier ones. */
export function saveFigures(file: string, machine: string, name: string, figures: Report['figures']): void {
  const saved: BenchFigures = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as BenchFigures)
    : { machine, benchmarks: {} };
  saved.machine = machine;
  saved.benchmarks[name] = { measuredAt: new Date().toISOString().slice(0, 10), figures };
  writeFileSync(file, `${JSON.stringify(saved, null, 2)}\n`);
}
