import { useNavigate } from '@tanstack/react-router';
import { Boxes } from 'lucide-react';
import type { Client } from '../../../api/schemas.ts';
import { useChange, usePages } from '../../../api/transport/queries.ts';
import { Codes } from '../../../ui/badge.tsx';
import { changedScopes, ScopeFields } from '../../../ui/credentials.tsx';
import { ConfirmDialog, FormDialog, useClose } from '../../../ui/dialogs/dialog.tsx';
import { type Column, ListCard, type RowAction } from '../../../ui/layout/table.tsx';
import { EmptyState } from '../../../ui/states/notice.tsx';
import { ClientStatus } from '../../clients/client-details.tsx';
import { LimitFields, LimitsList, limitsOf } from '../../clients/limits-card.tsx';
import { OrganizationLink } from '../../organizations/organization-link.tsx';

const COLUMNS: Column<Client>[] = [
  {
    title: 'Client',
    cell: ({ name, client_id }) => (
      <>
        <p className="font-medium">{name}</p>
        <p className="font-mono text-[0.8125rem] text-muted">{client_id}</p>
      </>
    ),
  },
  { title: 'Organization', cell: ({ organization_id }) => <OrganizationLink id={organization_id} /> },
  { title: 'Status', cell: (client) => <ClientStatus client={client} /> },
  { title: 'Limits', cell: ({ rate_limits }) => <LimitsList limits={rate_limits} /> },
  {
    title: 'Scopes',
    cell: ({ scopes }) =>
      scopes.length === 0 ? '–' : <Codes of={scopes} className="justify-end sm:max-w-56 sm:justify-start" />,
  },
];

/** Any account's clients, with their scopes and limits. */
export function ClientsCard({ accountId }: { accountId: string }) {
  const navigate = useNavigate();
  const rowActions = (client: Client): RowAction[] => [
    {
      title: 'Edit limits and scopes',
      dialog: <ClientRightsDialog client={client} />,
    },
    {
      title: 'View usage',
      onSelect: () =>
        void navigate({ to: '/usage', search: { account: accountId, client: client.client_id } }),
    },
    {
      title: client.status === 'active' ? 'Disable' : 'Enable',
      isDangerous: client.status === 'active',
      dialog: <StatusDialog client={client} />,
    },
  ];
  return (
    <ListCard
      title="Clients"
      description="Limits and scopes of each client. Only administrators can raise them."
      query={usePages('/v1/clients', { query: { account_id: accountId, limit: 50 } })}
      columns={COLUMNS}
      keyOf={({ client_id }) => client_id}
      empty={<EmptyState icon={Boxes} title="This account has no clients" />}
      rowActions={rowActions}
      menuOf={({ name }) => name}
    />
  );
}

function StatusDialog({ client }: { client: Client }) {
  const isActive = client.status === 'active';
  return (
    <ConfirmDialog
      title={`${isActive ? 'Disable' : 'Enable'} ${client.name}?`}
      action={isActive ? 'Disable client' : 'Enable client'}
      mutation={useChange('patch', '/v1/clients/{clientId}')}
      request={() => ({
        params: { path: { clientId: client.client_id } },
        body: { status: isActive ? ('disabled' as const) : ('active' as const) },
      })}
      onDone={useClose()}
    >
      <p>
        {isActive
          ? 'All of its keys stop working immediately, until you enable it again.'
          : 'Its keys work again immediately.'}
      </p>
    </ConfirmDialog>
  );
}

/** The limits and scopes set here are also the maximum that the client's owner can set. */
function ClientRightsDialog({ client }: { client: Client }) {
  return (
    <FormDialog
      title={`Limits and scopes of ${client.name}`}
      description="Changes apply from the next request. The owner can lower these limits, but can't raise them."
      action="Save"
      mutation={useChange('patch', '/v1/clients/{clientId}')}
      request={(values) => ({
        params: { path: { clientId: client.client_id } },
        body: { rate_limits: limitsOf(values, null), scopes: changedScopes(values, client.scopes) },
      })}
      done="Limits and scopes saved."
    >
      <LimitFields limits={client.rate_limits} />
      <ScopeFields
        hint="Scopes you remove here are removed from its keys, too."
        isOffered={() => true}
        held={client.scopes}
      />
    </FormDialog>
  );
}
