import { escapeHtml, renderPage } from '../page.js';
import { renderTable } from '../table.js';
import { EXAMPLE_DEMAND, planCapacity } from './capacity-plan.js';
import figures from './bench-figures.json' with { type: 'json' };
import { LIST_PRICES } from './list-prices.js';
import { measuredCosts } from './measured-costs.js';
import { costTable, demandTable, limitTable, needTable, type ScaleTable } from './scale-tables.js';

/** What a larger installation takes, worked out from the figures of the benchmarks. */
export function renderScalePage(): string {
  const costs = measuredCosts(figures);
  const plan = planCapacity(costs, EXAMPLE_DEMAND);
  return renderPage({
    path: '/docs/scale',
    title: 'Scale · Weather Forecast Service',
    body: `<main class="page">
<h1>Scale</h1>
<p class="lead muted">What a request, a run, a client and a year of usage cost, and what a large installation would take.</p>
<p>Measured by <code>npm run bench</code> on ${escapeHtml(costs.machine)}; the rest is proportion, not experience: nobody
has run this installation. Work it out for your own machine and demand with
<code>npm run bench -- --save figures.json</code> and
<code>npm run scale -- --figures figures.json --requests-per-second 500 --clients 2000 --models 1</code>.</p>
${section('costs', costTable(costs), COST_NOTES)}
${section('demand', demandTable(EXAMPLE_DEMAND), '')}
${section('needs', needTable(plan), NEED_NOTES)}
${section('limits', limitTable(plan), LIMIT_NOTES)}
</main>`,
  });
}

function section(id: string, { title, rows }: ScaleTable, notes: string): string {
  const cells = rows.map((row) => row.map(escapeHtml));
  return `<section id="${id}"><h2><a href="#${id}">${title}</a></h2>
${renderTable(cells)}
${notes}</section>`;
}

const COST_NOTES = `<p>Requests go through key, scope, limits and metering, over HTTP on the loopback interface. Answers are of synthetic,
smooth fields; those of real ones are up to twice as large when compressed. Bytes of rows include their indexes, right
after they were written; a busy table holds dead rows as well. A run is read from a disk; a download takes what the line
gives.</p>`;

const NEED_NOTES = `<p>Prices: ${LIST_PRICES.source}. A measured core counts as one of theirs, which is only nearly so. Support, backups,
traffic between zones, load balancers and people are not in it. Where traffic is the largest line, a provider that sells
the port instead of the GB is the first thing to look for.</p>`;

const LIMIT_NOTES = `<p>The figure says how many of one thing would be needed at this demand: above 1, one is not enough. As the demand grows,
the first row is the first to give way.</p>`;
