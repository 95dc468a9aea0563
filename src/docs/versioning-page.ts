import { renderPage } from './page.js';

/** What callers may rely on, and how they learn of changes. */
export function renderVersioningPage(): string {
  return renderPage({
    path: '/docs/versioning',
    title: 'Versions · Weather Forecast Service',
    body: `<main class="page">
<h1>Versions and deprecation</h1>
<p class="lead muted">What stays as it is, what may be added at any time, and how you learn that something will go.</p>
<section id="version"><h2><a href="#version">The version</a></h2>
<p>Paths begin with the version of the API, <code>/v1</code>. What breaks callers gets a new one, and the earlier one stays
beside it as long as the deprecation below says.</p></section>
<section id="stays"><h2><a href="#stays">What stays within a version</a></h2>
<ul>
<li>paths, methods, parameters and their meaning, defaults and limits of their values;</li>
<li>names, types and units of the members of answers; the status and <code>code</code> of each error;</li>
<li>what a metric means. How it is worked out may become better: the <a href="/docs/methods">methods</a> say how it is now.</li>
</ul></section>
<section id="grows"><h2><a href="#grows">What may be added at any time</a></h2>
<p>Programs ignore what they do not know: new paths, new optional parameters, new members of answers (of
<code>meta</code> above all), new warnings, new codes of errors under statuses that are known, new headers, new models as
<code>source</code>. Texts such as <code>title</code>, <code>detail</code> and <code>attribution</code> are for people and may be
worded otherwise.</p></section>
<section id="deprecation"><h2><a href="#deprecation">Deprecation</a></h2>
<p>A route that will go is marked as <code>deprecated</code> in the <a href="/docs">API reference</a>, and each of its answers
carries</p>
<ul>
<li><code>Deprecation</code> (RFC 9745): since when it should not be used, in seconds since 1970, as in
<code>Deprecation: @1798761600</code>;</li>
<li><code>Link</code> with <code>rel="deprecation"</code>: what to use instead;</li>
<li><code>Sunset</code> (RFC 8594), once the day is set: from then on it may answer 404. At least six months lie between the
first such answer and that day.</li>
</ul>
<p>Until then it works as before. Log a line when an answer has one of these headers, and you will not miss it.</p></section>
</main>`,
  });
}
