import { Fragment } from 'react';
import { Code } from '../../ui/badge.tsx';

/** Renders a line of the document's texts: `code` and [links](/docs). */
export function Inline({ text }: { text: string }) {
  return text.split(/(`[^`]+`|\[[^\]]+\]\(\/[^)]*\))/).map((part, i) => {
    if (part.startsWith('`')) return <Code key={i}>{part.slice(1, -1)}</Code>;
    const link = /^\[([^\]]+)\]\((\/[^)]*)\)$/.exec(part);
    if (link === null) return <Fragment key={i}>{part}</Fragment>;
    return (
      <a key={i} href={link[2]} className="text-accent underline underline-offset-4">
        {link[1]}
      </a>
    );
  });
}
