import { Link } from '@tanstack/react-router';
import { KEY_PLACEHOLDER, samplesOf } from '../../api/request-samples.ts';
import type { Client } from '../../api/schemas.ts';
import { CodeTabs } from '../../ui/code-block.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { CostNote } from '../clients/client-details.tsx';
import { needsKey, type Operation } from './document.ts';
import { Inline } from './inline.tsx';
import type { Aside } from './swagger-plugin.ts';

interface OperationAsideProps extends Omit<Aside, 'element'> {
  client: Client | null | undefined;
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
      <p className={NOTE}>
        <Inline text={credentialsOf(operation)} />
      </p>
      {needsKey(operation) && client && (
        <CostNote
          client={client}
          what="Sending this"
          units={
            operationId === 'postForecasts'
              ? '1 unit per location, or per 10,000 values (rounded up) if that is more'
              : '1 unit per 10,000 values, rounded up'
          }
        />
      )}
      {needsKey(operation) && client === null && (
        <p className={NOTE}>
          <Link to="/clients" className="text-accent underline underline-offset-4">
            Create a client
          </Link>{' '}
          first: Send needs a key.
        </p>
      )}
      {!needsKey(operation) && request.method !== 'GET' && (
        <p className={NOTE}>Send makes a real request, which can change data.</p>
      )}
      <CopyButton
        text={`${location.origin}${location.pathname}#${operationId}`}
        name={`Copy link to: ${summary}`}
        label="Copy link"
      />
    </div>
  );
}

const NOTE = 'text-[0.8125rem] text-muted';

const CREDENTIALS: Record<string, string> = {
  apiKeyHeader: 'API key',
  apiKeyQuery: 'API key in the query',
  accessToken: 'access token',
  session: 'session',
  personalAccessToken: 'personal access token',
  clientCredentials: 'client ID and secret',
  metricsToken: '`METRICS_TOKEN`',
};

/** Which credentials the operation accepts, with the scopes that they need. */
function credentialsOf({ security = [] }: Operation): string {
  if (security.length === 0) return 'Needs no API key, session or token.';
  const accepted = security
    .flatMap((one) => Object.entries(one))
    .map(([scheme, scopes]) => {
      const name = CREDENTIALS[scheme] ?? `\`${scheme}\``;
      return scopes.length === 0 ? name : `${name} (${scopes.map((scope) => `\`${scope}\``).join(', ')})`;
    });
  return `Accepts: ${accepted.join(', ')}.`;
}
