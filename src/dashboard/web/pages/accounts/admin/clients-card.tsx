import { Boxes } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import type { Client } from '../../../api/schemas.ts';
import { Code } from '../../../ui/badge.tsx';
import { EmptyState } from '../../../ui/states/loaded.tsx';
import { type Column, ListCard } from '../../../ui/layout/table.tsx';
import { ClientStatus } from '../../clients/client-details.tsx';
import { LimitFields, LimitsList, limitsOf } from '../../clients/limit-fields.tsx';
import { OrganizationLink } from '../../organizations/organization-link.tsx';
import { useChange, usePages } from '../../../api/transport/queries.ts';
import { Menu } from '../../../ui/dialogs/menu.tsx';
import { changedScopes, ScopeFields } from '../../../ui/credentials.tsx';
import { ConfirmDialog, FormDialog } from '../../../ui/dialogs/dialog.tsx';

interface Open {
  client: Client;
  dialog: 'rights' | 'status';
}

/** Any account's clients, with their scopes and limits. */
export function ClientsCard({ accountId }: { accountId: string }) {
  const [open, setOpen] = useState<Open | null>(null);
  const query = usePages('/v1/clients', { query: { account_id: accountId, limit: 50 } });
  const close = () => setOpen(null);
  const columns = columnsOf(accountId, (client, dialog) => setOpen({ client, dialog }));
  return (
    <ListCard
      title="Clients"
      description="Limits and scopes of each client. Only administrators can raise them."
      query={query}
      columns={columns}
      keyOf={({ client_id }) => client_id}
      empty={<EmptyState icon={Boxes} title="This account has no clients" />}
    >
      {open?.dialog === 'rights' && <ClientRightsDialog client={open.client} onClose={close} />}
      {open?.dialog === 'status' && <StatusDialog client={open.client} onClose={close} />}
    </ListCard>
  );
}

function columnsOf(
  accountId: string,
  onOpen: (client: Client, dialog: Open['dialog']) => void,
): Column<Client>[] {
  return [
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
      cell: ({ scopes }) => (
        <span className="flex flex-wrap justify-end gap-1 sm:max-w-56 sm:justify-start">
          {scopes.length === 0 ? '–' : scopes.map((scope) => <Code key={scope}>{scope}</Code>)}
        </span>
      ),
    },
    {
      title: 'Actions',
      isActions: true,
      cell: (client) => (
        <ClientActions
          accountId={accountId}
          client={client}
          onEdit={() => onOpen(client, 'rights')}
          onToggle={() => onOpen(client, 'status')}
        />
      ),
    },
  ];
}

function StatusDialog({ client, onClose }: { client: Client; onClose: () => void }) {
  const isActive = client.status === 'active';
  return (
    <ConfirmDialog
      title={`${isActive ? 'Disable' : 'Enable'} ${client.name}?`}
      action={isActive ? 'Disable client' : 'Enable client'}
      mutation={useChange('patch', '/v1/clients/{clientId}')}
      onClose={onClose}
      request={() => ({
        params: { path: { clientId: client.client_id } },
        body: { status: isActive ? ('disabled' as const) : ('active' as const) },
      })}
      onDone={onClose}
    >
      <p>
        {isActive
          ? 'All of its keys stop working immediately, until you enable it again.'
          : 'Its keys work again immediately.'}
      </p>
    </ConfirmDialog>
  );
}

interface ClientActionsProps {
  accountId: string;
  client: Client;
  onEdit: () => void;
  onToggle: () => void;
}

function ClientActions({ accountId, client, onEdit, onToggle }: ClientActionsProps) {
  const navigate = useNavigate();
  const isActive = client.status === 'active';
  return (
    <Menu
      name={`Actions for ${client.name}`}
      items={[
        { title: 'Edit limits and scopes', onSelect: onEdit },
        {
          title: 'View usage',
          onSelect: () =>
            void navigate({ to: '/usage', search: { account: accountId, client: client.client_id } }),
        },
        { title: isActive ? 'Disable' : 'Enable', onSelect: onToggle, isDangerous: isActive },
      ]}
    />
  );
}

/** The limits and scopes set here are also the maximum that the client's owner can set. */
function ClientRightsDialog({ client, onClose }: { client: Client; onClose: () => void }) {
  return (
    <FormDialog
      title={`Limits and scopes of ${client.name}`}
      description="Changes apply from the next request. The owner can lower these limits, but can't raise them."
      action="Save"
      mutation={useChange('patch', '/v1/clients/{clientId}')}
      onClose={onClose}
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
