import { Marked, Renderer, type Tokens } from 'marked';

/** As GitHub makes them, so that a link into a guide leads to the same place there and here. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-');

/** Guides link to each other as files, for readers of the repository, and to the service at its default address. */
const served = (href: string): string =>
  href
    .replace(/^(?:\.\.\/\w+\/)?([\w-]+)\.md(?=#|$)/, '/docs/$1')
    .replace(/^http:\/\/localhost:3000(?=\/)/, '');

const markdown = new Marked({
  renderer: {
    heading({ tokens, text, depth }: Tokens.Heading): string {
      const content = this.parser.parseInline(tokens);
      if (depth === 1) return `<h1>${content}</h1>\n`;
      const anchor = anchorOf(text);
      return `<h${depth} id="${anchor}"><a href="#${anchor}">${content}</a></h${depth}>\n`;
    },
    // Long lines scroll, and so by keyboard, too.
    code(token: Tokens.Code): string {
      return (Renderer.prototype.code.call(this, token) as string).replace('<pre>', '<pre tabindex="0">');
    },
    table(token: Tokens.Table): string {
      return `<div class="table" tabindex="0">${Renderer.prototype.table.call(this, token)}</div>\n`;
    },
  },
  walkTokens(token) {
    if (token.type === 'link') token.href = served((token as Tokens.Link).href);
  },
});

export function renderMarkdown(text: string): string {
  return markdown.parse(text, { async: false });
}
