import type { ProblemCatalogue } from '../core/http/index.js';
import { problemExample } from './openapi/problem-example.js';
import { escapeHtml } from './page.js';

/** Returns every error code as Markdown, with an example response. The anchors match the `type` of errors. */
export function listErrors(problems: ProblemCatalogue, publicUrl: string): string {
  const sections = problems.codes.map((code) => {
    const { status, title, help } = problems.describe(code);
    const example = JSON.stringify(problemExample(problems, code, publicUrl), null, 2);
    return `
## \`${code}\`

**${status}: ${escapeHtml(title)}.** ${escapeHtml(help)}

\`\`\`json
${example}
\`\`\`
`;
  });
  return sections.join('');
}
