/** Prints a benchmark's results: figures as lines, and figures relative to a yardstick as ratios. */
export class Report {
  /** By label. */
  readonly figures: Record<string, { value: number; unit: string }> = {};

  constructor(private readonly name: string) {
    console.log(`\n== ${name}`);
  }

  /** Reports a measured figure with its unit. */
  figure(label: string, value: number, unit: string): void {
    this.figures[label] = { value: Number(value.toPrecision(4)), unit };
    console.log(`${this.name} | ${label} | ${rounded(value)} ${unit}`);
  }

  /** Reports `ours / yardstick` of two figures of one run, and the bound that it should keep, such as '>= 0.6'. */
  ratio(label: string, ours: number, yardstick: number, bound?: string): void {
    const suffix = bound ? ` (${bound})` : '';
    console.log(`${this.name} | ${label} | ratio ${rounded(ours / yardstick)}${suffix}`);
  }

  /** Reports what a reader needs to know to interpret the figures. */
  note(text: string): void {
    console.log(`${this.name} | ${text}`);
  }
}

function rounded(value: number): string {
  return String(Number(value.toPrecision(4)));
}
