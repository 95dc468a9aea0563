/** What `npm run bench -- --save FILE` writes: by benchmark, then by label. */
export interface BenchFigures {
  machine: string;
  /** By benchmark. */
  benchmarks: Record<string, { measuredAt: string; figures: Record<string, Figure> }>;
}

interface Figure {
  value: number;
  unit: string;
}

/** The value of one figure; an error names what is missing, or has another unit. */
export function figureOf(all: BenchFigures, benchmark: string, label: string, unit: string): number {
  const figure = all.benchmarks[benchmark]?.figures[label] as Figure | undefined;
  if (!figure) throw new Error(`The figure "${label}" of "npm run bench ${benchmark}" is missing.`);
  if (figure.unit !== unit)
    throw new Error(`"${label}" of ${benchmark} is in ${figure.unit}, not in ${unit}.`);
  return figure.value;
}
