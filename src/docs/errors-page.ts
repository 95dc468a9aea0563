import { PROBLEM_CODES, PROBLEMS } from '../common/problems/problem-catalogue.js';
import { problemExample } from '../common/problems/problem-examples.js';
import { escapeHtml, renderPage } from './page.js';

/** Every error code, under the anchor to which the `type` of an error points, with what an answer of it looks like. */
export function renderErrorsPage(publicUrl: string): string {
  const sections = PROBLEM_CODES.map((code) => {
    const { status, title, remedy } = PROBLEMS[code];
    const example = JSON.stringify(problemExample(code, publicUrl), null, 2);
    return `<section id="${code}">
<h2><a href="#${code}"><code>${code}</code></a> <span class="muted">${status}</span></h2>
<p><strong>${escapeHtml(title)}.</strong> ${escapeHtml(remedy)}</p>
<pre><code>${escapeHtml(example)}</code></pre>
</section>`;
  });
  return renderPage({
    path: '/docs/errors',
    title: 'Errors · Weather Forecast Service',
    body: `<main class="page">
<h1>Errors</h1>
<p class="lead muted">Errors are answered as <code>application/problem+json</code> (RFC 9457). Programs test <code>code</code>,
which is stable; <code>type</code> links to its place on this page.</p>
${sections.join('\n')}
</main>`,
  });
}
