import { useQuery } from '@tanstack/react-query';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { quotaQuery } from '../../api/clients.ts';
import type { Client, CreatedClient } from '../../api/schemas.ts';
import { Badge, Codes } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { CopyField } from '../../ui/forms/fields.tsx';
import { Card, DefinitionList } from '../../ui/layout/page.tsx';
import { EmptyState, Notice } from '../../ui/states/notice.tsx';
import { formatAmount, formatCount } from '../../ui/time.tsx';
import { LimitsList, WINDOW_NOW } from './limits-card.tsx';

/** A client's ID, its secret, which is shown only once, and its scopes and limits. */
export function CredentialsOnce({ client }: { client: CreatedClient }) {
  return (
    <div className="space-y-4">
      <CopyField label="client_id" text={client.client_id} />
      <CopyField label="client_secret" text={client.client_secret} />
      <Notice tone="warning" title="The secret is shown only once">
        Programs use both values to manage this client&apos;s API keys and read its usage. Forecast requests
        use an API key instead. If you lose the secret, rotate it.
      </Notice>
      <DefinitionList
        items={[
          { title: 'Scopes', value: <Codes of={client.scopes} /> },
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

interface CostNoteProps {
  client: Pick<Client, 'client_id' | 'name'>;
  /** What has this cost, such as "Each forecast shown here". */
  what: string;
  units: string;
  requests?: number;
}

/** Which client pays for the page's requests, and how much of its quota is left. */
export function CostNote({ client, what, units, requests = 1 }: CostNoteProps) {
  const { data } = useQuery(quotaQuery(client.client_id));
  const longest = data?.windows.at(-1);
  return (
    <p className="text-[0.8125rem] text-muted">
      {what} counts as {requests === 1 ? 'a request' : formatAmount(requests, 'request')} from{' '}
      <strong className="wrap-anywhere">{client.name}</strong> and uses {units}.
      {longest !== undefined &&
        ` ${formatCount(longest.remaining)} of ${formatCount(longest.limit)} left ${WINDOW_NOW[longest.window]}.`}
    </p>
  );
}
