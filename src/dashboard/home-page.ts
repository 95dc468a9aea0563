import { escapeHtml, renderPage } from '../docs/page.js';

/** Where a newcomer finds everything else. */
export function renderHomePage(publicUrl: string): string {
  const url = escapeHtml(publicUrl);
  return renderPage({
    path: '/',
    title: 'Weather Forecast Service',
    body: `<main class="page">
<h1>Weather Forecast Service</h1>
<p class="lead muted">Forecasts from public weather models, behind your own accounts, clients and API keys.</p>
<ul class="cards">
<li>
<h2><a href="/docs">API reference</a></h2>
<p>Every route with its parameters, answers and errors, to be tried from the page. As a file:
<a href="/openapi.json">openapi.json</a>, <a href="/openapi.yaml">openapi.yaml</a></p>
</li>
<li>
<h2><a href="/docs/errors">Errors</a></h2>
<p>What each error code means, and what to do about it.</p>
</li>
<li>
<h2><a href="/docs/methods">Methods</a></h2>
<p>What each metric is, how it is worked out, and how far it can be trusted.</p>
</li>
<li>
<h2><a href="/health/ready">Health</a></h2>
<p>Whether the service and its database can serve.</p>
</li>
</ul>
<h2>A first forecast</h2>
<p>The service fetches the newest model run by itself; until it is there, long-term means answer.</p>
<ol>
<li>Register and sign in, with an address and a password of your own:
${command(`curl "${url}/v1/accounts" -H "content-type: application/json" -d '{"full_name":"Ada Example","email":"ada@example.com","password":"YOUR_PASSWORD"}'`)}
${command(`curl -c cookies.txt "${url}/v1/sessions" -H "content-type: application/json" -d '{"email":"ada@example.com","password":"YOUR_PASSWORD"}'`)}</li>
<li>Create a client, and with its <code>client_id</code> a key:
${command(`curl -b cookies.txt "${url}/v1/clients" -H "content-type: application/json" -d '{"name":"My application"}'`)}
${command(`curl -b cookies.txt "${url}/v1/clients/CLIENT_ID/api-keys" -H "content-type: application/json" -d '{"name":"My key"}'`)}</li>
<li>Ask for a forecast:
${command(`curl "${url}/v1/weather/forecast?lat=52.2297&amp;lon=21.0122&amp;fields=temperature" -H "apikey: YOUR_KEY"`)}</li>
</ol>
<p class="muted">Forecast data: NOAA/NCEP Global Forecast System, public domain.</p>
</main>`,
  });
}

/** `html` is HTML already. */
function command(html: string): string {
  return `<pre><code>${html}</code></pre>`;
}
