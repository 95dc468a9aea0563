import { readProblem } from '../../api/transport/client.ts';
import { reach } from '../../api/transport/connection.ts';
import { ProblemError } from '../../api/transport/problem-error.ts';
import { Badge } from '../../ui/badge.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';

interface Sent {
  status: number;
  headers: [string, string][];
  tookMs: number;
  isJson: boolean;
  text: string;
  /** What went wrong, if the service refused. */
  problem: ProblemError | null;
}

/** Sends a GET request with the key, past the browser's cache. */
export async function send(path: string, apikey: string): Promise<Sent> {
  const beganMs = performance.now();
  const response = await reach(new Request(path, { headers: { apikey }, cache: 'no-store' }));
  const copy = response.clone();
  const text = await response.text();
  return {
    status: response.status,
    headers: [...response.headers],
    tookMs: Math.round(performance.now() - beganMs),
    isJson: /\bjson\b/.test(response.headers.get('content-type') ?? ''),
    text,
    problem: response.ok ? null : new ProblemError(copy, await readProblem(copy)),
  };
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
        <Badge tone={status < 400 ? 'success' : 'danger'}>{status === 200 ? '200 OK' : status}</Badge>
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
