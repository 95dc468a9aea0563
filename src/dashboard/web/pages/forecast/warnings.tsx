import type { Forecast } from '../../api/schemas.ts';
import { Code } from '../../ui/badge.tsx';
import { Notice } from '../../ui/notice.tsx';

/** What to bear in mind about the answer: open where there is one, else folded. */
export function Warnings({ warnings }: { warnings: Forecast['meta']['warnings'] }) {
  if (warnings.length === 0) return null;
  return (
    <Notice tone="warning">
      <details open={warnings.length === 1}>
        <summary className="font-semibold">
          {warnings.length === 1
            ? 'One warning comes with this answer'
            : `${warnings.length} warnings come with this answer`}
        </summary>
        <ul className="mt-2 space-y-2">
          {warnings.map(({ code, detail, fields }) => (
            <li key={`${code} ${detail}`}>
              <p>{detail}</p>
              <p className="mt-1 flex flex-wrap gap-1 text-muted">
                <Code>{code}</Code>
                {fields.map((field) => (
                  <Code key={field}>{field}</Code>
                ))}
              </p>
            </li>
          ))}
        </ul>
      </details>
    </Notice>
  );
}
