import { useMutation } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { EXAMPLE_REQUEST, requestSamples } from '../../api/request-samples.ts';
import type { Client, CreatedApiKey } from '../../api/schemas.ts';
import { Button } from '../../ui/button.tsx';
import { CodeTabs } from '../../ui/code-block.tsx';
import { CopyField } from '../../ui/forms/fields.tsx';
import { ErrorNotice, Notice } from '../../ui/states/notice.tsx';
import { CostNote } from '../clients/cost-note.tsx';
import { send, SentAnswer } from './sent-answer.tsx';

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
