import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Client, CreatedClient } from '../../api/schemas.ts';
import { Badge, Codes } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { CopyField } from '../../ui/forms/fields.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { DefinitionList } from '../../ui/layout/definition-list.tsx';
import { EmptyState } from '../../ui/states/loaded.tsx';
import { Notice } from '../../ui/states/notice.tsx';
import { LimitsList } from './limit-fields.tsx';

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
            value: <Codes of={client.scopes} />,
          },
          { title: 'Limits', value: <LimitsList limits={client.rate_limits} /> },
        ]}
      />
    </div>
  );
}

export function ClientStatus({ client }: { client: Client }) {
  return client.status === 'active' ? (
    <Badge tone="success">Active</Badge>
  ) : (
    <Badge tone="danger">Disabled</Badge>
  );
}

/** Replaces what needs a client; the children say why. */
export function NoClients({ icon, children }: { icon: LucideIcon; children: ReactNode }) {
  const action = (
    <ButtonLink to="/clients" look="primary">
      Go to Clients
    </ButtonLink>
  );
  return (
    <Card isFlush>
      <EmptyState icon={icon} title="Create a client first" action={action}>
        {children}
      </EmptyState>
    </Card>
  );
}
