import { type TestApp } from './test-app.js';

/** One sample of a scrape. */
export interface ScrapedSample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

const SAMPLE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (Na[nN]|[+-]Inf|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)$/;
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"(?:,|$)/y;

/**
 * Parses Prometheus's text format.
 * @throws Error for anything that isn't valid
 */
export function parseExposition(text: string): ScrapedSample[] {
  if (!text.endsWith('\n')) throw new Error('the last line is not ended');
  const lines = text.split('\n').filter((line) => line !== '' && !/^# (HELP|TYPE) /.test(line));
  return lines.map((line) => {
    const match = SAMPLE.exec(line);
    if (!match) throw new Error(`no sample: ${line}`);
    return {
      name: match[1],
      labels: parseLabels(match[2] ?? ''),
      value: Number(match[3].replace('Nan', 'NaN').replace('Inf', 'Infinity')),
    };
  });
}

function parseLabels(text: string): Record<string, string> {
  const labels: Record<string, string> = {};
  LABEL.lastIndex = 0;
  while (LABEL.lastIndex < text.length) {
    const match = LABEL.exec(text);
    if (!match) throw new Error(`no labels: ${text}`);
    labels[match[1]] = match[2];
  }
  return labels;
}

/** A scrape of a service's metrics, with queries for tests. */
export class Scrape {
  private constructor(
    readonly text: string,
    readonly samples: readonly ScrapedSample[],
  ) {}

  static async of({ url }: Pick<TestApp, 'url'>, headers: Record<string, string> = {}): Promise<Scrape> {
    const response = await fetch(`${url}/metrics`, { headers });
    const text = await response.text();
    if (response.status !== 200) throw new Error(text);
    return new Scrape(text, parseExposition(text));
  }

  /** Returns the sum of the samples that have at least these labels, or undefined if there are none. */
  value(name: string, labels: Record<string, string> = {}): number | undefined {
    const found = this.samples.filter(
      (sample) =>
        sample.name === name && Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
    );
    return found.length === 0 ? undefined : found.reduce((sum, { value }) => sum + value, 0);
  }
}
