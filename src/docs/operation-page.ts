import { ALERTS } from './alerts.js';
import { renderPage } from './page.js';

const SECTIONS = ALERTS.map(
  ({ name, means, todo }) => `<section id="${name}"><h2><a href="#${name}">${name}</a></h2>
<p>${means}</p>
<p><strong>What to do.</strong> ${todo}</p></section>`,
);

/** For whoever is on call: what can be watched, and what each alert means. */
export function renderOperationPage(): string {
  return renderPage({
    path: '/docs/operation',
    title: 'Operation · Weather Forecast Service',
    body: `<main class="page">
<h1>Watching the service</h1>
<p class="lead muted">Where it tells how it is, and what to do when an alert is raised.</p>
<section id="health"><h2><a href="#health">Health</a></h2>
<p><code>/health/live</code> answers while the process does. <code>/health/ready</code> answers 200 while it can serve: the
database and the stored runs can be read, and the process is not about to end. A run that is old or missing is in its body
and never makes it 503, since climatology answers then. A process whose clock differs from the database's by more than a minute
is not ready either, and counts usage by the database's clock. A process that only takes runs names the newest run of the store that
it takes them to.</p>
<p><code>GET /v1/weather/runs</code> tells what the ingest is doing, from any process: where runs are shared, the ingest says so
over the database every five seconds. <code>off</code> there means that none has a schedule, or that it was not heard for 15
seconds. <code>sharing</code> says how the runs come to the process that is asked.</p></section>
<section id="metrics"><h2><a href="#metrics">Metrics</a></h2>
<p><code>/metrics</code> is for Prometheus. Without <code>METRICS_TOKEN</code> it answers callers on the same machine that ask
for it by <code>localhost</code> or its address, and nothing that a proxy passed on. A proxy on the same machine that adds no
header of its own cannot be told from a local caller: let it refuse the path, or set the token.</p>
<p>Requests are counted by the route's template, method and status, never by what stood in their URL. The repository has
alert rules (<code>docker/prometheus/alerts.yml</code>) and a dashboard for Grafana
(<code>docker/grafana/dashboards</code>).</p></section>
<section id="traces"><h2><a href="#traces">Traces and logs</a></h2>
<p>OpenTelemetry's own variables turn traces on: <code>OTEL_EXPORTER_OTLP_ENDPOINT</code> or
<code>OTEL_TRACES_EXPORTER</code>, with <code>OTEL_SERVICE_NAME</code>, <code>OTEL_TRACES_SAMPLER</code> and the others.
Without one of the first two nothing of it is loaded. A caller's <code>traceparent</code> is continued. No part of a trace
holds a URL, a value of a statement or a secret. Health and metrics are not traced.</p>
<p>Each line of the log is JSON. The lines of a request have its id, which is in the answer's <code>X-Request-Id</code>, and
where it is traced its <code>trace_id</code>; those of a request with an API key have the client's id, <code>clientId</code>.
Forecasts, health checks and scrapes that succeed are logged at <code>debug</code> only.</p></section>
<h1 id="alerts">Alerts</h1>
${SECTIONS.join('\n')}
</main>`,
  });
}
