import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

const project = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const GUIDES = 'src/docs/guides';

export interface WrittenText {
  /** Relative to the project's root. */
  path: string;
  text: string;
}

/** The guides, which the service serves as pages. */
export const guides: WrittenText[] = readdirSync(project(GUIDES), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.md'))
  .map((path) => read(`${GUIDES}/${path}`));

/** All Markdown documents for people. */
export const writtenTexts: WrittenText[] = [
  ...['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md'].map(read),
  ...guides,
];

function read(path: string): WrittenText {
  return { path, text: readFileSync(project(path), 'utf8') };
}

/** Returns the document at a path of the project. */
export function writtenText(path: string): string {
  return writtenTexts.find((written) => written.path === path)!.text;
}

export const guideText = (name: string): string =>
  guides.find(({ path }) => basename(path, '.md') === name)!.text;

/** Returns the code blocks whose info string is `opening`. */
export function codeBlocks(text: string, opening: string): string[] {
  return [...text.matchAll(/^```(.+)\n([^]*?)^```$/gm)]
    .filter(([, words]) => words === opening)
    .map(([, , block]) => block);
}
