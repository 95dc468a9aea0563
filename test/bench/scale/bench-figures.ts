/** The file written by `npm run bench -- --save FILE`. */
export interface BenchFigures {
  machine: string;
  /** By benchmark, then by label. */
  benchmarks: Record<string, { measuredAt: string; figures: Record<string, Figure> }>;
}

interface Figure {
  value: number;
  unit: string;
}

/**
 * Returns the value of one figure.
 * @throws Error that names the figure if it is missing or has another unit
 */
export function figureOf(all: BenchFigures, benchmark: string, label: string, unit: string): number {
  const figure = all.benchmarks[benchmark]?.figures[label] as Figure | undefined;
  if (!figure) throw new Error(`The figure "${label}" of "npm run bench ${benchmark}" is missing.`);
  if (figure.unit !== unit)
    throw new Error(`"${label}" of ${benchmark} is in ${figure.unit}, not in ${unit}.`);
  return figure.value;
}
