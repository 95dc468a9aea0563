import { escapeHtml, renderPage } from '../page.js';
import { renderTable } from '../table.js';
import { EXAMPLE_DEMAND, planCapacity } from './capacity-plan.js';
import figures from './bench-figures.json' with { type: 'json' };
import { LIST_PRICES } from './list-prices.js';
import { measuredCosts } from './measured-costs.js';
import { costTable, demandTable, limitTable, needTable, type ScaleTable } from './scale-tables.js';

/** What a larger installation needs, extrapolated from the benchmarks. */
export function renderScalePage(): string {
  const costs = measuredCosts(figures);
  const plan = planCapacity(costs, EXAMPLE_DEMAND);
  return renderPage({
    path: '/docs/scale',
    title: 'Capacity planning · Weather Forecast Service',
    readers: 'operators',
    body: `<main class="page">
<h1>Capacity planning</h1>
<p class="lead muted">What a request, a run, a client and a year of usage cost, and what a large installation needs.</p>
<p>Measured with <code>npm run bench</code> on ${escapeHtml(costs.machine)}. Everything else is extrapolated: nobody
has run this installation. To calculate it for your own machine and demand, run
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

const COST_NOTES = `<p>Requests include key, scope, limits and metering, over HTTP on the loopback interface. Responses are of synthetic,
smooth fields; real ones are up to twice as large when compressed. Row sizes include indexes right after writing; a busy
table also holds dead rows. Runs were read from a disk, so download times depend on your network.</p>`;

const NEED_NOTES = `<p>Prices: ${LIST_PRICES.source}. One measured core counts as one of the provider's, which is only roughly true. Support,
backups, traffic between zones, load balancers and staff aren't included. If traffic is the largest item, look for a provider
that charges by port instead of by GB.</p>`;

const LIMIT_NOTES = `<p>How many of each resource this demand needs: above 1, one isn't enough. As demand grows, the first row becomes the
first bottleneck.</p>`;
