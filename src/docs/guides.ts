import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { renderMarkdown } from './markdown.js';
import { type Readers, renderPage } from './page.js';

const folderFor = (readers: Readers) => new URL(`./guides/${readers}/`, import.meta.url);

const READERS_OF_GUIDES = new Map(
  (['callers', 'operators'] as const).flatMap((readers) =>
    readdirSync(folderFor(readers)).map((file) => [basename(file, '.md'), readers] as const),
  ),
);

export const GUIDE_NAMES = [...READERS_OF_GUIDES.keys()];

/** The page of a guide as HTML. @param parts Markdown for comments in its text, such as `<!-- errors -->`, by name */
export async function renderGuide(name: string, parts: Record<string, string> = {}): Promise<string> {
  const readers = READERS_OF_GUIDES.get(name)!;
  const written = await readFile(new URL(`${name}.md`, folderFor(readers)), 'utf8');
  const text = written.replace(/^<!-- (\w+) -->$/gm, (_, part: string) => parts[part]);
  const [, title] = /^# (.+)$/m.exec(text)!;
  return renderPage({
    path: `/docs/${name}`,
    title: `${title} · Weather Forecast Service`,
    body: `<main class="page guide">\n${renderMarkdown(text)}</main>`,
    readers,
  });
}
