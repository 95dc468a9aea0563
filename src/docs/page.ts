/** The style of the guides, in light and dark. */
export const PAGE_STYLE = `:root {
  color-scheme: light dark;
  --text: light-dark(#1c2733, #e4e6e6);
  --muted: light-dark(#54616e, #a3adb5);
  --line: light-dark(#d8dfe6, #3d474e);
  --surface: light-dark(#ffffff, #1c2022);
  --raised: light-dark(#f5f7f9, #262c2f);
  --accent: light-dark(#0a5c9e, #7cc0f5);
}
* { box-sizing: border-box; }
html { background: var(--surface); }
body { margin: 0; background: var(--surface); color: var(--text); font: 16px/1.6 system-ui, sans-serif; }
.bar { border-bottom: 1px solid var(--line); background: var(--raised); }
.bar nav { display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; max-width: 72rem; margin: 0 auto; padding: 0.75rem 1rem; }
.bar a { color: var(--text); text-decoration: none; padding: 0.25rem 0; }
.bar a:hover { color: var(--accent); text-decoration: underline; }
.bar a[aria-current] { color: var(--accent); }
.bar .name { font-weight: 650; margin-right: auto; }
a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 2px; }
.page { max-width: 52rem; margin: 0 auto; padding: 2rem 1rem 4rem; overflow-wrap: anywhere; }
.page h1 { font-size: 1.75rem; line-height: 1.25; margin: 0 0 0.5rem; }
.page h2 { font-size: 1.1rem; line-height: 1.4; margin: 0; }
.page p { margin: 0.25rem 0 0.75rem; }
.page a { color: var(--accent); }
.page code { font: 0.9em/1.5 ui-monospace, monospace; }
.page pre { margin: 0.5rem 0 1.25rem; padding: 0.75rem 1rem; border: 1px solid var(--line); border-radius: 0.5rem; background: var(--raised); overflow-x: auto; }
.page section { padding: 1rem 0 0.25rem; border-top: 1px solid var(--line); scroll-margin-top: 1rem; }
.page section:target { border-top: 2px solid var(--accent); }
.page ol { padding-left: 1.25rem; }
.guide > :is(h2, h3) { margin: 2rem 0 0.5rem; scroll-margin-top: 1rem; }
.guide > h3 { font-size: 1rem; margin-top: 1.5rem; }
.page :is(h2, h3) > a:only-child { color: inherit; text-decoration: none; }
.page :is(h2, h3) > a:only-child:hover { text-decoration: underline; }
.guide > h1 + p { font-size: 1.125rem; color: var(--muted); }
.page li { margin: 0.25rem 0; }
.lead { font-size: 1.125rem; }
.muted { color: var(--muted); font-weight: normal; }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(14rem, 1fr)); gap: 1rem; margin: 1.5rem 0 2rem; padding: 0; list-style: none; }
.cards li { padding: 1rem; border: 1px solid var(--line); border-radius: 0.5rem; background: var(--raised); }
.page .table { overflow-x: auto; }
.page table { border-collapse: collapse; margin: 0.5rem 0 1rem; font-size: 0.95em; overflow-wrap: normal; }
.page td:not(:first-child) code { overflow-wrap: anywhere; }
.page th, .page td { padding: 0.35rem 0.75rem 0.35rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
@media (max-width: 40rem) {
  .page thead { position: absolute; clip-path: inset(50%); }
  .page tr { display: block; padding: 0.5rem 0; border-bottom: 1px solid var(--line); }
  .page td { display: block; padding: 0; border: 0; }
  .page td[data-label]::before { content: attr(data-label) ': '; color: var(--muted); }
}
`;

const LINKS = {
  callers: [
    { path: '/docs', name: 'API reference' },
    { path: '/docs/guides', name: 'Guides' },
    { path: '/docs/methods', name: 'Methods' },
    { path: '/docs/errors', name: 'Errors' },
    { path: '/docs/versioning', name: 'Versioning' },
  ],
  operators: [
    { path: '/docs/operating', name: 'Operating' },
    { path: '/docs/monitoring', name: 'Monitoring' },
    { path: '/docs/scale', name: 'Capacity planning' },
    { path: '/health/ready', name: 'Health' },
  ],
};

export type Readers = keyof typeof LINKS;

export interface Page {
  /** The path it is served at; links to it are marked as current. */
  path: string;
  title: string;
  /** HTML. */
  body: string;
  readers: Readers;
}

/** Renders a complete page, with links to the other pages for the same readers at the top. */
export function renderPage({ path, title, body, readers }: Page): string {
  const current = (target: string) => (target === path ? ' aria-current="page"' : '');
  const links = LINKS[readers].map((link) => `<a href="${link.path}"${current(link.path)}>${link.name}</a>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="/docs/page.css">
<link rel="icon" href="/assets/icon.svg">
</head>
<body>
<header class="bar"><nav aria-label="Pages">
<a class="name" href="/"${current('/')}>Weather Forecast Service</a>
${links.join('\n')}
</nav></header>
${body}
</body>
</html>
`;
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
