import type { Colour } from './paint.js';
import type { Paint } from './paint.js';
import { type Attributes, content, element, type Markup } from './svg.js';

export const TEXT_SIZE = 11;

/** Character widths as shares of the font size, those of the widest common font. */
const WIDTHS: [RegExp, number][] = [
  [/[\s.,:;'|!ijlftI()[\]·°]/u, 0.36],
  [/[mwMW@%…]/u, 0.95],
  [/[\p{Lu}+=−–]/u, 0.72],
  [/[\u1100-\u11ff\u2e80-\uffef]/u, 1],
];
const OTHER_WIDTH = 0.6;
/** How much wider bold letters are. */
const BOLD_SHARE = 1.15;

/** Estimates the maximum width of a text in pixels, since fonts differ. */
export function widthOf(text: string, size = TEXT_SIZE, bold = false): number {
  const shares = [...text].map((character) => WIDTHS.find(([of]) => of.test(character))?.[1] ?? OTHER_WIDTH);
  return size * (bold ? BOLD_SHARE : 1) * shares.reduce((sum, share) => sum + share, 0);
}

/** Truncates a text to the available width. */
export function shortened(text: string, width: number, size = TEXT_SIZE): string {
  if (widthOf(text, size) <= width) return text;
  const characters = [...text];
  while (characters.length > 0 && widthOf(`${characters.join('')}…`, size) > width) characters.pop();
  return `${characters.join('').trimEnd()}…`;
}

/** Wraps a text between words into lines that fit; a word that is too long gets a line of its own. */
export function wrapped(text: string, width: number, size = TEXT_SIZE): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    if (line !== undefined && widthOf(`${line} ${word}`, size) <= width)
      lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}

interface TextOptions {
  colour?: Colour;
  size?: number;
  bold?: boolean;
  anchor?: 'start' | 'middle' | 'end';
  /** Color of an outline that separates it from lines below it. */
  halo?: Colour;
}

/** @param y of the baseline */
export function textAt(
  paint: Paint,
  x: number,
  y: number,
  text: string,
  { colour = 'muted', size = TEXT_SIZE, bold = false, anchor = 'start', halo }: TextOptions = {},
): Markup {
  const attributes: Attributes = {
    x,
    y,
    'font-size': size,
    'font-weight': bold ? 600 : undefined,
    'text-anchor': anchor === 'start' ? undefined : anchor,
    ...(halo && { 'stroke-width': 3, 'stroke-linejoin': 'round', 'paint-order': 'stroke' }),
    ...paint.of({ fill: colour, ...(halo && { stroke: halo }) }),
  };
  return element('text', attributes, content(text));
}
