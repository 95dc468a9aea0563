import { Marked, Renderer, type Tokens } from 'marked';

/** Creates anchors like GitHub's, so that links into a guide work both there and here. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-');

/**
 * Rewrites links: guides link to each other's files, for readers of the repository, and to the service at its default
 * address.
 */
const served = (href: string): string =>
  href
    .replace(/^(?:\.\.\/\w+\/)?([\w-]+)\.md(?=#|$)/, '/docs/$1')
    .replace(/^http:\/\/localhost:3000(?=\/)/, '');

interface LabelledCell extends Tokens.TableCell {
  /** Header text of its column, escaped for an HTML attribute. */
  label?: string;
}

/**
 * Labels cells with their column header, for phones, where the cells of a row are stacked. The first cell is the row's
 * header.
 */
function labelCells({ header, rows }: Tokens.Table): void {
  const labels = header.map(({ text }) => text.replaceAll('`', '').replaceAll('"', '&quot;'));
  for (const row of rows)
    row.forEach((cell: LabelledCell, column) => {
      if (column > 0 && labels[column] !== '') cell.label = labels[column];
    });
}

const markdown = new Marked({
  renderer: {
    heading({ tokens, text, depth }: Tokens.Heading): string {
      const content = this.parser.parseInline(tokens);
      if (depth === 1) return `<h1>${content}</h1>\n`;
      const anchor = anchorOf(text);
      return `<h${depth} id="${anchor}"><a href="#${anchor}">${content}</a></h${depth}>\n`;
    },
    // Long lines scroll, so the block must be focusable to scroll by keyboard.
    code(token: Tokens.Code): string {
      return (Renderer.prototype.code.call(this, token) as string).replace('<pre>', '<pre tabindex="0">');
    },
    tablecell(token: LabelledCell): string {
      const cell = Renderer.prototype.tablecell.call(this, token) as string;
      return token.label === undefined ? cell : cell.replace('<td', `<td data-label="${token.label}"`);
    },
    table(token: Tokens.Table): string {
      return `<div class="table" tabindex="0">${Renderer.prototype.table.call(this, token)}</div>\n`;
    },
  },
  walkTokens(token) {
    if (token.type === 'link') token.href = served((token as Tokens.Link).href);
    if (token.type === 'table') labelCells(token as Tokens.Table);
  },
});

/** Yields after each section, for `inTurns`: the first rendering of a long guide takes tens of milliseconds. */
export function* renderMarkdown(text: string): Generator<string, string> {
  let html = '';
  for (const section of text.split(/^(?=#{2,3} )/m))
    yield (html += markdown.parse(section, { async: false }));
  return html;
}
