import { ALERTS } from './alerts.js';
import { renderPage } from './page.js';

const SECTIONS = ALERTS.map(
  ({ name, means, todo }) => `<section id="${name}"><h2><a href="#${name}">${name}</a></h2>
<p>${means}</p>
<p><strong>What to do.</strong> ${todo}</p></section>`,
);

/** For whoever is on call: what to watch, and what each alert means. */
export function renderOperationPage(): string {
  return renderPage({
    path: '/docs/operation',
    title: 'Operating guide · Weather Forecast Service',
    body: `<main class="page">
<h1>Operating guide</h1>
<p class="lead muted">For operators: health checks, metrics, traces and logs, and what to do about each alert.</p>
<section id="health"><h2><a href="#health">Health</a></h2>
<p><code>/health/live</code> returns 200 while the process runs. <code>/health/ready</code> returns 200 while the process can
serve: the database and the stored runs are readable, and the process isn't shutting down. An old or missing run is reported in
the body and never causes 503, because climatology takes its place. A process whose clock differs from the database's by more
than a minute isn't ready either, and records usage by the database's clock. An ingest process reports the newest run in its
run store.</p>
<p><code>GET /v1/weather/runs</code> shows what the ingest is doing, from any process. With a shared run store, the ingest
reports its state through the database every five seconds. <code>off</code> means that no process has a schedule, or that none
has reported for 15 seconds. <code>sharing</code> shows how the process you ask gets its runs.</p></section>
<section id="metrics"><h2><a href="#metrics">Metrics</a></h2>
<p><code>/metrics</code> is for Prometheus. Without <code>METRICS_TOKEN</code>, only callers on the same machine can read it, by
<code>localhost</code> or its address, and only if no proxy forwarded the request. The service can't tell a proxy on the same
machine that adds no header of its own from a local caller: block the path there, or set the token.</p>
<p>Requests are counted by route template, method and status, and never by the contents of their URL. The repository has
alert rules (<code>docker/prometheus/alerts.yml</code>) and a Grafana dashboard
(<code>docker/grafana/dashboards</code>).</p></section>
<section id="traces"><h2><a href="#traces">Traces and logs</a></h2>
<p>Turn on traces with OpenTelemetry's variables: <code>OTEL_EXPORTER_OTLP_ENDPOINT</code> or
<code>OTEL_TRACES_EXPORTER</code>, with <code>OTEL_SERVICE_NAME</code>, <code>OTEL_TRACES_SAMPLER</code> and the others.
Without one of the first two, OpenTelemetry isn't loaded at all. A caller's <code>traceparent</code> is continued. Traces never
contain URLs, statement values or secrets. Health checks and metrics aren't traced.</p>
<p>Each log line is JSON. Lines about a request carry its ID, the same as in <code>X-Request-Id</code>, and its
<code>trace_id</code> if it is traced. Requests with an API key also carry the client's ID as <code>clientId</code>.
Successful forecasts, health checks and scrapes are logged only at <code>debug</code>.</p></section>
<h1 id="alerts">Alerts</h1>
${SECTIONS.join('\n')}
</main>`,
  });
}
