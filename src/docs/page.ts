/** The look of the service's own pages, in light and dark. */
export const PAGE_STYLE = `:root {
  color-scheme: light dark;
  --text: light-dark(#1c2733, #e3e9ef);
  --muted: light-dark(#54616e, #9fadba);
  --line: light-dark(#d8dfe6, #33404d);
  --surface: light-dark(#ffffff, #141b22);
  --accent: light-dark(#0a5c9e, #7cc0f5);
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--surface); color: var(--text); font: 16px/1.6 system-ui, sans-serif; overflow-wrap: anywhere; }
main { max-width: 52rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
h1 { font-size: 1.75rem; line-height: 1.25; margin: 0 0 0.5rem; }
h2 { font-size: 1.1rem; margin: 0; }
p { margin: 0.25rem 0 0.75rem; }
a { color: var(--accent); }
a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
code { font: 0.9em/1.5 ui-monospace, monospace; }
pre { padding: 1rem; border: 1px solid var(--line); border-radius: 0.5rem; overflow-x: auto; overflow-wrap: normal; }
section { padding: 1rem 0; border-top: 1px solid var(--line); scroll-margin-top: 1rem; }
section:target { border-top: 2px solid var(--accent); }
.muted { color: var(--muted); }
`;

/** A whole page; `body` is HTML already. */
export function renderPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="/docs/page.css">
<link rel="icon" href="/docs/assets/favicon-32x32.png">
</head>
<body>
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
