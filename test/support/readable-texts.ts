import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { writtenTexts } from './written-texts.js';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

export interface ReadableText {
  /** The file, with the line if known. */
  place: string;
  text: string;
}

/** Returns the project's texts for people: in the sources, the OpenAPI document and the Markdown files. */
export function readableTexts(): ReadableText[] {
  return [...sourceTexts(), ...documentTexts(), ...markdownTexts()].map(({ place, text }) => ({
    place,
    text: withoutCode(text),
  }));
}

/** Returns strings of several words and page texts from all sources of the service and the dashboard. */
function sourceTexts(): ReadableText[] {
  const files = readdirSync(join(PROJECT, 'src'), { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('weather/grib'))
    .flatMap((file) => textsOf(join('src', file)));
}

function textsOf(file: string): ReadableText[] {
  const source = ts.createSourceFile(
    file,
    readFileSync(join(PROJECT, file), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  );
  const texts: ReadableText[] = [];
  const visit = (node: ts.Node): void => {
    if (
      ts.isStringLiteralLike(node) ||
      ts.isTemplateHead(node) ||
      isTemplatePart(node) ||
      ts.isJsxText(node)
    ) {
      const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      if (/[a-z]/i.test(node.text)) texts.push({ place: `${file}:${line}`, text: node.text });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return texts.filter(({ text }) => /[a-z] |^[A-Z]/.test(text) && !STATEMENT.test(text));
}

const isTemplatePart = (node: ts.Node): node is ts.TemplateMiddle | ts.TemplateTail =>
  ts.isTemplateMiddle(node) || ts.isTemplateTail(node);

/** Matches texts for machines: SQL, the limit store's scripts, and CSS class names. */
const STATEMENT =
  /^\s*(select|insert|update|delete|create|alter|drop|with|local|begin|from)\b|redis\.call|(^| )(flex|text-|border|px-|rounded)/;

function documentTexts(): ReadableText[] {
  const document: unknown = JSON.parse(readFileSync(join(PROJECT, 'openapi/openapi.json'), 'utf8'));
  const texts: ReadableText[] = [];
  const visit = (value: unknown, path: string): void => {
    if (typeof value === 'string') texts.push({ place: `openapi/openapi.json ${path}`, text: value });
    else if (typeof value === 'object' && value !== null)
      for (const [name, member] of Object.entries(value)) visit(member, `${path}/${name}`);
  };
  visit(document, '');
  return texts.filter(({ text }) => text.includes(' '));
}

/** Code blocks are omitted, since they aren't prose. */
function markdownTexts(): ReadableText[] {
  return writtenTexts.flatMap(({ path, text }) => {
    const prose = text.replace(/^```[^]*?^```$/gm, (block) => block.replace(/[^\n]/g, ''));
    return prose.split('\n').map((line, i) => ({ place: `${path}:${i + 1}`, text: line }));
  });
}

/** Removes names in code, such as the parameter `timezone`, which may be spelled differently from prose. */
function withoutCode(text: string): string {
  return text.replace(/`[^`]*`|<code>.*?<\/code>|\b\w+[_/]\w+\b|\]\([^)]*\)/g, '');
}
