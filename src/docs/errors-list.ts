import type { ProblemCatalogue } from '../http/problems/problem-catalogue.js';
import { problemExample } from './openapi/problem-example.js';
import { escapeHtml } from './page.js';

/** Every error code as Markdown, under the anchor to which the `type` of an error points, with an example of a response. */
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
