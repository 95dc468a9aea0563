import type { DescribedEvent } from '../core/features/index.js';
import { escapeHtml } from './page.js';

/** Returns every event type as Markdown, with an example of its data. */
export function listEvents(events: readonly DescribedEvent[]): string {
  const sections = events.map(
    ({ type, title, description, example }) => `
### \`${type}\`

**${escapeHtml(title)}.** ${escapeHtml(description)}

\`\`\`json
${JSON.stringify(example, null, 2)}
\`\`\`
`,
  );
  return sections.join('');
}
