import type { CreatedClient } from '../../api/schemas.ts';
import { Code } from '../../ui/badge.tsx';
import { DefinitionList } from '../../ui/layout/definition-list.tsx';
import { Notice } from '../../ui/states/notice.tsx';
import { SecretOnce } from '../../ui/dialogs/secret-once.tsx';
import { LimitsList } from './limits-list.tsx';

/** A client's ID, its secret, which is shown only once, and its scopes and limits. */
export function CredentialsOnce({ client }: { client: CreatedClient }) {
  return (
    <div className="space-y-4">
      <SecretOnce label="client_id" secret={client.client_id} />
      <SecretOnce label="client_secret" secret={client.client_secret} />
      <Notice tone="warning" title="The secret is shown only once">
        <p>
          Programs use both values to manage this client&apos;s API keys and read its usage. Forecast requests
          use an API key instead. If you lose the secret, rotate it.
        </p>
      </Notice>
      <DefinitionList
        items={[
          {
            title: 'Scopes',
            value: (
              <span className="flex flex-wrap gap-1.5">
                {client.scopes.map((scope) => (
                  <Code key={scope}>{scope}</Code>
                ))}
              </span>
            ),
          },
          { title: 'Limits', value: <LimitsList limits={client.rate_limits} /> },
        ]}
      />
    </div>
  );
}
