import type { ProblemCatalogue } from '../http/problems/problem-catalogue.js';
import { problemExample } from './openapi/problem-example.js';
import { escapeHtml } from './page.js';

/** Every error code, under the anchor to which the `type` of an error points, with what an answer of it looks like. */
export function renderErrors(problems: ProblemCatalogue, publicUrl: string): string {
  const sections = problems.codes.map((code) => {
    const { status, title, help } = problems.describe(code);
    const example = JSON.stringify(problemExample(problems, code, publicUrl), null, 2);
    return `<section id="${code}">
<h2><a href="#${code}"><code>${code}</code></a> <span class="muted">${status}</span></h2>
<p><strong>${escapeHtml(title)}.</strong> ${escapeHtml(help)}</p>
<pre tabindex="0"><code>${escapeHtml(example)}</code></pre>
</section>`;
  });
  return sections.join('\n');
}
