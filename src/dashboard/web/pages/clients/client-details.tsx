import type { Client, CreatedClient } from '../../api/schemas.ts';
import { Badge, Code } from '../../ui/badge.tsx';
import { DefinitionList } from '../../ui/layout/definition-list.tsx';
import { Notice } from '../../ui/states/notice.tsx';
import { CopyField } from '../../ui/forms/fields.tsx';
import { LimitsList } from './limit-fields.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';

/** A client's ID, its secret, which is shown only once, and its scopes and limits. */
export function CredentialsOnce({ client }: { client: CreatedClient }) {
  return (
    <div className="space-y-4">
      <CopyField label="client_id" text={client.client_id} />
      <CopyField label="client_secret" text={client.client_secret} />
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

export function ClientId({ id }: { id: string }) {
  return (
    <span className="inline-flex items-center gap-1">
      <span className="font-mono text-[0.8125rem] wrap-anywhere">{id}</span>
      <CopyButton text={id} name="Copy client_id" />
    </span>
  );
}

export function ClientStatus({ client }: { client: Client }) {
  return client.status === 'active' ? (
    <Badge tone="success">Active</Badge>
  ) : (
    <Badge tone="danger">Disabled</Badge>
  );
}
