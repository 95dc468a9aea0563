import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { inTurns } from '../core/background/index.js';
import { renderMarkdown } from './markdown.js';
import { type Readers, renderPage } from './page.js';

/** Folders of guides, with their audience. */
const FOLDERS: Record<string, Readers> = {
  callers: 'callers',
  integrations: 'callers',
  operators: 'operators',
};

const GUIDES = new Map(
  Object.entries(FOLDERS).flatMap(([name, readers]) => {
    const folder = new URL(`./guides/${name}/`, import.meta.url);
    return readdirSync(folder).map((file) => [basename(file, '.md'), { folder, readers }] as const);
  }),
);

export const GUIDE_NAMES = [...GUIDES.keys()];

/**
 * Renders a guide as HTML.
 * @param parts Markdown that replaces comments in its text, such as `<!-- errors -->`, by name
 */
export async function renderGuide(name: string, parts: Record<string, string> = {}): Promise<string> {
  const { folder, readers } = GUIDES.get(name)!;
  const written = await readFile(new URL(`${name}.md`, folder), 'utf8');
  const text = written.replace(/^<!-- (\w+) -->$/gm, (_, part: string) => parts[part]);
  const [, title] = /^# (.+)$/m.exec(text)!;
  const html = await inTurns(renderMarkdown(text));
  return renderPage({
    path: `/docs/${name}`,
    title: `${title} · Weather Forecast Service`,
    body: `<main class="page guide">\n${html}</main>`,
    readers,
  });
}
