import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type BenchFigures } from './bench-figures.js';
import ownFigures from './bench-figures.json' with { type: 'json' };
import { type Demand, EXAMPLE_DEMAND, planCapacity } from './capacity-plan.js';
import { measuredCosts } from './measured-costs.js';
import { costTable, demandTable, limitTable, needTable, toMarkdown } from './scale-tables.js';

const OPTIONS = {
  figures: { type: 'string' },
  'requests-per-second': { type: 'string' },
  'repeated-share': { type: 'string' },
  clients: { type: 'string' },
  'active-quarters-per-day': { type: 'string' },
  models: { type: 'string' },
  'usage-retention-days': { type: 'string' },
  'request-log-retention-days': { type: 'string' },
} as const;

/** `npm run scale -- [--figures FILE] [--requests-per-second N] ...`: prints the guide's tables for another demand. */
function main(): void {
  const { figures, ...asked } = parseArgs({ options: OPTIONS }).values;
  const costs = measuredCosts(figures === undefined ? ownFigures : readFigures(figures));
  const demand = demandOf(asked);
  const plan = planCapacity(costs, demand);
  for (const table of [costTable(costs), demandTable(demand), needTable(plan), limitTable(plan)])
    console.log(toMarkdown(table));
  console.log(`Measured on ${costs.machine}.`);
}

function readFigures(file: string): BenchFigures {
  return JSON.parse(readFileSync(file, 'utf8')) as BenchFigures;
}

function demandOf(asked: Record<string, string | undefined>): Demand {
  const demand = { ...EXAMPLE_DEMAND };
  for (const [option, text] of Object.entries(asked)) {
    const name = option.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase()) as keyof Demand;
    const value = Number(text);
    const most = name === 'repeatedShare' ? 1 : Infinity;
    if (!text?.trim() || !Number.isFinite(value) || value < 0 || value > most)
      throw new Error(
        `--${option} must be a number${most === 1 ? ' from 0 to 1' : ' of 0 or more'}, not "${text}".`,
      );
    demand[name] = value;
  }
  return demand;
}

try {
  main();
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
