import { KEY_PLACEHOLDER, samplesOf } from '../../api/request-samples.ts';
import type { Client } from '../../api/schemas.ts';
import { CodeTabs } from '../../ui/code-block.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { CostNote } from '../clients/cost-note.tsx';
import { needsKey } from './document.ts';
import type { Aside } from './swagger-plugin.ts';

interface OperationAsideProps extends Omit<Aside, 'element'> {
  client: Client | undefined;
}

/** The request in several languages, and what sending it costs. */
export function OperationAside({ operation, request, client }: OperationAsideProps) {
  const { operationId, summary } = operation;
  const samples = samplesOf(request);
  if (request.method === 'GET') {
    const url = new URL(request.pathAndQuery, location.origin);
    if (needsKey(operation)) url.searchParams.set('apikey', KEY_PLACEHOLDER);
    samples.push({ title: 'URL', code: url.href.replaceAll('%2C', ',') });
  }
  return (
    <div className="space-y-3">
      <CodeTabs name="Code samples" samples={samples} />
      {needsKey(operation) ? (
        client !== undefined && (
          <CostNote
            client={client}
            what="Sending this"
            units={
              operationId === 'postForecasts'
                ? '1 unit per location, or per 10,000 values (rounded up) if that is more'
                : '1 unit per 10,000 values, rounded up'
            }
          />
        )
      ) : (
        <p className="text-[0.8125rem] text-muted">
          {request.method !== 'GET' && 'This sends a real request from your account.'}
        </p>
      )}
      <CopyButton
        text={`${location.origin}${location.pathname}#${operationId}`}
        name={`Copy link to: ${summary}`}
        label="Copy link"
      />
    </div>
  );
}
