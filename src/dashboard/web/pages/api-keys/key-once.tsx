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
import { CostNote } from '../clients/cost-note.tsx';

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
        <p>Store it securely. If you lose it, generate a new one.</p>
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

interface Answer {
  status: number;
  tookMs: number;
  text: string;
}

async function ask(apiKey: string): Promise<Answer> {
  const beganMs = performance.now();
  // Bypasses the browser's cache, to show the service's current response.
  const request = new Request(EXAMPLE_REQUEST, { headers: { apikey: apiKey }, cache: 'no-store' });
  const response = await reach(request);
  if (!response.ok) throw new ProblemError(response, await readProblem(response));
  const text = JSON.stringify(await response.json(), null, 2);
  return { status: response.status, tookMs: Math.round(performance.now() - beganMs), text };
}

/** Sends the example request with the key and shows the response. */
function TryIt({ client, apiKey }: { client: Pick<Client, 'client_id' | 'name'>; apiKey: string }) {
  const call = useMutation({ mutationFn: () => ask(apiKey), gcTime: 0 });
  return (
    <div className="space-y-3">
      <Button icon={Play} isPending={call.isPending} onClick={() => call.mutate()}>
        Try it
      </Button>
      <CostNote client={client} what="Trying it" units="1 unit" />
      {call.error !== null && <ErrorNotice error={call.error} />}
      {call.data !== undefined && (
        <div role="status" className="overflow-hidden rounded-lg border border-line">
          <p className="flex items-center gap-2 border-b border-line px-4 py-2">
            <Badge tone="success">{call.data.status} OK</Badge>
            <span className="text-muted tabular-nums">{call.data.tookMs} ms</span>
          </p>
          <CodeBlock name="Response" code={call.data.text} />
        </div>
      )}
    </div>
  );
}
