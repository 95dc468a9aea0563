import { renderPage } from './page.js';

/** What callers may rely on, and how they learn of changes. */
export function renderVersioningPage(): string {
  return renderPage({
    path: '/docs/versioning',
    title: 'Versioning · Weather Forecast Service',
    body: `<main class="page">
<h1>Versioning and deprecation</h1>
<p class="lead muted">What stays the same, what can be added at any time, and how you learn about removals.</p>
<section id="version"><h2><a href="#version">API version</a></h2>
<p>Every path starts with the API version, <code>/v1</code>. Breaking changes get a new version, and the previous one keeps
working for the deprecation period below.</p></section>
<section id="stays"><h2><a href="#stays">What stays the same within a version</a></h2>
<ul>
<li>Paths, methods, and parameters with their meaning, defaults and allowed values.</li>
<li>Names, types and units of response fields, and the status and <code>code</code> of each error.</li>
<li>The meaning of each metric. How it is calculated can improve: see <a href="/docs/methods">Methods</a>.</li>
</ul></section>
<section id="grows"><h2><a href="#grows">What can be added at any time</a></h2>
<p>Your programs should ignore anything they don't recognize: new paths, optional parameters, response fields (especially in
<code>meta</code>), warnings, error codes under known statuses, headers, and models in <code>source</code>. Texts such as
<code>title</code>, <code>detail</code> and <code>attribution</code> are for people, and their wording can change.</p></section>
<section id="deprecation"><h2><a href="#deprecation">Deprecation</a></h2>
<p>A route that will be removed is marked <code>deprecated</code> in the <a href="/docs">API reference</a>. Each of its responses
carries these headers:</p>
<ul>
<li><code>Deprecation</code> (RFC 9745): when the route was deprecated, in seconds since 1970. For example,
<code>Deprecation: @1798761600</code>.</li>
<li><code>Link</code> with <code>rel="deprecation"</code>: what to use instead.</li>
<li><code>Sunset</code> (RFC 8594), once the removal date is set: from that date the route can return 404. It is at least six
months after the first response with this header.</li>
</ul>
<p>Until then, the route works as before. Log a line whenever a response has one of these headers, and you won't miss a
removal.</p></section>
</main>`,
  });
}
