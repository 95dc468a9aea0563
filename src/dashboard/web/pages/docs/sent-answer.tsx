import type { ProblemError } from '../../api/transport/problem-error.ts';
import { Badge } from '../../ui/badge.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';

export interface Sent {
  status: number;
  headers: [string, string][];
  tookMs: number;
  isJson: boolean;
  text: string;
  /** Validation errors, if the service reported any. */
  problem: ProblemError | null;
}

const SHOWN_HEADERS =
  /^(x-request-id|ratelimit|retry-after|etag|cache-control|location|allow|deprecation|sunset)/;
/** Longer texts make the page slow. */
const MOST_SHOWN = 200_000;

export function SentAnswer({ sent: { status, headers, tookMs, isJson, text } }: { sent: Sent }) {
  const shown = isJson && text !== '' ? JSON.stringify(JSON.parse(text), null, 2) : text;
  const told = headers.filter(([name]) => SHOWN_HEADERS.test(name));
  return (
    <div role="status" className="overflow-hidden rounded-lg border border-line bg-surface">
      <p className="flex items-center gap-2 px-4 py-2">
        <Badge tone={status < 400 ? 'success' : 'danger'}>{status}</Badge>
        <span className="text-muted tabular-nums">{tookMs} ms</span>
      </p>
      {told.length > 0 && (
        <dl className="space-y-0.5 border-t border-line px-4 py-2 font-mono text-xs">
          {told.map(([name, value]) => (
            <div key={name} className="flex flex-wrap gap-x-2">
              <dt className="text-muted">{name}:</dt>
              <dd className="wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {shown !== '' && (
        <div className="border-t border-line">
          <CodeBlock name="Response" code={shown.slice(0, MOST_SHOWN)} />
        </div>
      )}
    </div>
  );
}
