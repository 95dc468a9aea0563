import { escapeHtml, renderPage } from '../docs/page.js';

/** Where a newcomer finds everything else. */
export function renderHomePage(publicUrl: string): string {
  const url = escapeHtml(publicUrl);
  return renderPage(
    'Weather Forecast Service',
    `<main>
<h1>Weather Forecast Service</h1>
<p class="muted">Forecasts from public weather models, behind your own accounts, clients and API keys.</p>
<section>
<h2><a href="/docs">API reference</a></h2>
<p>Every route with its parameters, answers and errors; try them from the page. Also as
<a href="/openapi.json">openapi.json</a> and <a href="/openapi.yaml">openapi.yaml</a>.</p>
</section>
<section>
<h2><a href="/docs/errors">Errors</a></h2>
<p>What each code means and how to mend it.</p>
</section>
<section>
<h2><a href="/health/ready">Health</a></h2>
<p>Whether the service can serve.</p>
</section>
<section>
<h2>First forecast</h2>
<p>Register an account, sign in, create a client and a key as the README shows, then:</p>
<pre><code>curl "${url}/v1/weather/forecast?lat=52.2297&amp;lon=21.0122&amp;fields=temperature&amp;apikey=YOUR_KEY"</code></pre>
</section>
</main>`,
  );
}
