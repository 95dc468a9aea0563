import { readFile } from 'node:fs/promises';
import { renderMarkdown } from './markdown.js';
import { type Readers, renderPage } from './page.js';

/** The files in `guides`, by who reads them. */
const GUIDES: Record<Readers, readonly string[]> = {
  'API users': [
    'guides',
    'quickstart',
    'authentication',
    'forecasts',
    'limits',
    'errors',
    'pagination',
    'versioning',
    'data',
    'methods',
  ],
  operators: [
    'operating',
    'configuration',
    'administration',
    'monitoring',
    'model-runs',
    'sharing-runs',
    'metering',
    'backup',
    'upgrading',
    'scale',
    'extending',
    'architecture',
  ],
};

export const GUIDE_NAMES = Object.values(GUIDES).flat();

/** The page of a guide as HTML. @param parts Markdown for comments in its text, such as `<!-- errors -->`, by name */
export async function renderGuide(name: string, parts: Record<string, string> = {}): Promise<string> {
  const written = await readFile(new URL(`./guides/${name}.md`, import.meta.url), 'utf8');
  const text = written.replace(/^<!-- (\w+) -->$/gm, (_, part: string) => parts[part]);
  const [, title] = /^# (.+)$/m.exec(text)!;
  return renderPage({
    path: `/docs/${name}`,
    title: `${title} · Weather Forecast Service`,
    body: `<main class="page guide">\n${renderMarkdown(text)}</main>`,
    readers: GUIDES.operators.includes(name) ? 'operators' : 'API users',
  });
}
