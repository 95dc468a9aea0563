import { useMutation } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { EXAMPLE_REQUEST, requestSamples } from '../../api/request-samples.ts';
import type { Client, CreatedApiKey } from '../../api/schemas.ts';
import { readProblem } from '../../api/transport/client.ts';
import { reach } from '../../api/transport/connection.ts';
import { ProblemError } from '../../api/transport/problem-error.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CodeBlock, CodeTabs } from '../../ui/code-block.tsx';
import { CopyField } from '../../ui/forms/fields.tsx';
import { ErrorNotice, Notice } from '../../ui/states/notice.tsx';
import { CostNote } from '../clients/client-details.tsx';

interface KeyOnceProps {
  client: Pick<Client, 'client_id' | 'name'>;
  created: CreatedApiKey;
}

/** A new key, code samples that use it, and a button to try it. */
export function KeyOnce({ client, created: { key, scopes } }: KeyOnceProps) {
  return (
    <div className="space-y-4">
      <CopyField label="API key" text={key} />
      <Notice tone="warning" title="The key is shown only once">
        Store it securely. If you lose it, generate a new one.
      </Notice>
      {scopes.includes('forecast:read') && (
        <>
          <CodeTabs name="First request" samples={requestSamples(EXAMPLE_REQUEST, key)} />
          <TryIt client={client} apiKey={key} />
        </>
      )}
    </div>
  );
}

/** Sends the example request with the key and shows the response. */
function TryIt({ client, apiKey }: { client: Pick<Client, 'client_id' | 'name'>; apiKey: string }) {
  const call = useMutation({ mutationFn: () => send(EXAMPLE_REQUEST, apiKey), gcTime: 0 });
  const error = call.error ?? call.data?.problem;
  return (
    <div className="space-y-3">
      <Button icon={Play} isPending={call.isPending} onClick={() => call.mutate()}>
        Try it
      </Button>
      <CostNote client={client} what="Trying it" units="1 unit" />
      {error && <ErrorNotice error={error} />}
      {call.data?.problem === null && <SentAnswer sent={call.data} />}
    </div>
  );
}

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
