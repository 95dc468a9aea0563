import { useMutation } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import type { Client } from '../../api/schemas.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/states/error-notice.tsx';
import { CostNote } from '../clients/cost-note.tsx';
import { EXAMPLE_REQUEST } from './example-request.ts';
import { send, SentAnswer } from './sent-answer.tsx';

interface TryItProps {
  client: Pick<Client, 'client_id' | 'name'>;
  apiKey: string;
}

/** Sends the example request with the key and shows the response. */
export function TryIt({ client, apiKey }: TryItProps) {
  const call = useMutation({ mutationFn: () => send(EXAMPLE_REQUEST, apiKey), gcTime: 0 });
  return (
    <div className="space-y-3">
      <Button isPending={call.isPending} onClick={() => call.mutate()}>
        {!call.isPending && <Play aria-hidden className="size-4" />}
        Try it
      </Button>
      <CostNote client={client} what="Trying it" units="1 unit" />
      {call.error !== null && <ErrorNotice error={call.error} />}
      {call.data !== undefined && <SentAnswer sent={call.data} />}
    </div>
  );
}
