import type { MailContent } from './mails.service.js';

/** Readable without images and styles, on narrow screens, and in a dark theme. */
const STYLE = `
body { margin: 0; padding: 0; background: #f3f5f8; color: #17202c; font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; }
main { display: block; max-width: 520px; margin: 24px auto; padding: 28px; background: #ffffff; border-radius: 12px; }
h1 { margin: 0 0 16px; font-size: 20px; line-height: 1.3; }
p { margin: 0 0 16px; overflow-wrap: anywhere; }
.button { display: inline-block; padding: 12px 20px; border-radius: 8px; background: #1d5fd1; color: #ffffff; font-weight: 600; text-decoration: none; }
.small { margin: 0; color: #566273; font-size: 13px; }
.small a { color: inherit; }
@media (max-width: 560px) { main { margin: 0; border-radius: 0; padding: 24px 20px; } }
@media (prefers-color-scheme: dark) {
  body { background: #0f141b; color: #e7ecf3; }
  main { background: #1a212b; }
  .button { background: #8ab4ff; color: #0f141b; }
  .small { color: #a3afbf; }
}`;

export function renderText({ before, link, after = [] }: MailContent): string {
  const parts = [...before, ...(link ? [`${link.label}:\n${link.url}`] : []), ...after];
  return `${parts.join('\n\n')}\n`;
}

export function renderHtml({ subject, before, link, after = [] }: MailContent): string {
  const paragraphs = (texts: readonly string[]) => texts.map((text) => `<p>${escape(text)}</p>`);
  const url = link && escape(link.url);
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${escape(subject)}</title><style>${STYLE}</style></head><body><main>`,
    `<h1>${escape(subject)}</h1>`,
    ...paragraphs(before),
    ...(link ? [`<p><a class="button" href="${url}">${escape(link.label)}</a></p>`] : []),
    ...paragraphs(after),
    ...(link
      ? [`<p class="small">If the button doesn't work, open this link: <a href="${url}">${url}</a></p>`]
      : []),
    '</main></body></html>\n',
  ].join('\n');
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
