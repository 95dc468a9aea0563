import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Account, Organization, UpdateAccount } from '../../../api/schemas.ts';
import { useAccount } from '../../../api/session.ts';
import { useAnswer, useChange, usePages } from '../../../api/transport/queries.ts';
import { AuditCard } from '../../../ui/audit-card.tsx';
import { Badge, Code } from '../../../ui/badge.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Close, ConfirmDialog, DialogButton, FormDialog, OnceDialog } from '../../../ui/dialogs/dialog.tsx';
import { showToast } from '../../../ui/dialogs/toast.tsx';
import { CopyField } from '../../../ui/forms/fields.tsx';
import { Card, DefinitionList, LoadedPage, Page } from '../../../ui/layout/page.tsx';
import { type Column, ListCard } from '../../../ui/layout/table.tsx';
import { ErrorNotice, Notice } from '../../../ui/states/notice.tsx';
import { fullTime, Time } from '../../../ui/time.tsx';
import { LimitsList } from '../../clients/limits-card.tsx';
import { OrganizationLink } from '../../organizations/organization-link.tsx';
import { AccountBadges } from './account-badges.tsx';
import { ClientsCard } from './clients-card.tsx';

const route = getRouteApi('/signed-in/admin/accounts/$accountId');

const CRUMB = { to: '/admin/accounts', title: 'Accounts' } as const;

export function AdminAccountPage() {
  const { accountId } = route.useParams();
  const query = useAnswer('get', '/v1/accounts/{accountId}', { params: { path: { accountId } } });
  return (
    <LoadedPage query={query} title="Account" crumb={CRUMB}>
      {(account) => <AnyAccount key={account.id} account={account} />}
    </LoadedPage>
  );
}

function AnyAccount({ account }: { account: Account }) {
  const own = useAccount().id;
  return (
    <Page
      title={account.full_name}
      description={account.email}
      crumb={CRUMB}
      actions={
        <ButtonLink to="/usage" search={{ account: account.id }}>
          Usage
        </ButtonLink>
      }
    >
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <Card title="Account">
          <DefinitionList
            items={[
              {
                title: 'Status',
                value: (
                  <span className="inline-flex flex-wrap gap-1.5">
                    <AccountBadges account={account} />
                    {account.id === own && <Badge tone="neutral">You</Badge>}
                  </span>
                ),
              },
              { title: 'ID', value: <Code>{account.id}</Code> },
              { title: 'Registered', value: <Time instant={account.created_at} isRelative={false} /> },
              { title: 'Last updated', value: <Time instant={account.updated_at} /> },
            ]}
          />
        </Card>
        <AccountActions account={account} isOwn={account.id === own} />
      </div>
      <OrganizationsCard accountId={account.id} />
      <ClientsCard accountId={account.id} />
      <AuditCard of={{ account_id: account.id }} description="Changes to this account, and who made them." />
    </Page>
  );
}

const COLUMNS: Column<Organization>[] = [
  {
    title: 'Organization',
    isHeading: true,
    cell: ({ id, personal }) => (
      <span className="inline-flex flex-wrap items-center gap-2 font-medium">
        <OrganizationLink id={id} />
        {personal && <Badge tone="neutral">Personal</Badge>}
      </span>
    ),
  },
  { title: 'ID', cell: ({ id }) => <Code>{id}</Code> },
  {
    title: 'Shared limits',
    cell: ({ rate_limits }) =>
      Object.values(rate_limits).some((limit) => limit !== null) ? (
        <LimitsList limits={rate_limits} />
      ) : (
        <span className="text-muted">None</span>
      ),
  },
];

/** The organizations that an account is a member of. */
function OrganizationsCard({ accountId }: { accountId: string }) {
  const query = usePages('/v1/organizations', { query: { account_id: accountId } });
  return (
    <ListCard
      title="Organizations"
      description="Open an organization to see its members and shared limits."
      query={query}
      columns={COLUMNS}
    />
  );
}

function AccountActions({ account, isOwn }: { account: Account; isOwn: boolean }) {
  const [open, setOpen] = useState<'status' | 'role' | null>(null);
  const update = useChange('patch', '/v1/accounts/{accountId}');
  const close = () => {
    setOpen(null);
    update.reset();
  };
  const changeOf = (body: UpdateAccount) => ({ params: { path: { accountId: account.id } }, body });
  const enable = () =>
    update.mutate(changeOf({ status: 'active' }), {
      onSuccess: () => showToast(`${account.full_name} enabled.`),
    });
  const isActive = account.status === 'active';
  const isAdmin = account.role === 'admin';
  return (
    <Card title="Actions">
      <ul className="-my-2 divide-y divide-line">
        <Action
          text={
            isAdmin
              ? 'Administrator: can view and change every account and client.'
              : 'Member: can view and change only their clients.'
          }
        >
          <Button isSmall onClick={() => setOpen('role')}>
            {isAdmin ? 'Remove administrator role' : 'Make administrator'}
          </Button>
        </Action>
        <Action text="A one-time link for setting a new password. It expires after an hour.">
          <DialogButton isSmall text="Create reset link" dialog={<ResetLinkDialog account={account} />} />
        </Action>
        <Action
          text={
            isActive
              ? 'Disabling ends its sessions and blocks its keys until you enable it again.'
              : 'This account is disabled: sign-in and API keys are blocked.'
          }
        >
          <Button
            isSmall
            isPending={!isActive && update.isPending}
            onClick={isActive ? () => setOpen('status') : enable}
          >
            {isActive ? 'Disable' : 'Enable'}
          </Button>
        </Action>
        <Action text="Deletes the account with all of its clients and keys.">
          <DialogButton
            isSmall
            look="danger"
            text="Delete account"
            dialog={<DeleteDialog account={account} />}
          />
        </Action>
      </ul>
      {open === null && update.error !== null && <ErrorNotice error={update.error} />}
      <Close value={close}>
        {open === 'status' && (
          <ConfirmDialog
            title={`Disable ${account.full_name}?`}
            action="Disable account"
            mutation={update}
            request={() => changeOf({ status: 'disabled' })}
            onDone={close}
          >
            <p>
              The account is signed out everywhere. API keys of organizations without another active owner
              stop working immediately.
            </p>
            <p className="text-muted">Nothing is deleted. The keys work again once you enable the account.</p>
          </ConfirmDialog>
        )}
        {open === 'role' && (
          <ConfirmDialog
            title={
              isAdmin
                ? `Remove the administrator role from ${account.full_name}?`
                : `Make ${account.full_name} an administrator?`
            }
            action={isAdmin ? 'Remove administrator role' : 'Make administrator'}
            mutation={update}
            request={() => changeOf({ role: isAdmin ? 'member' : 'admin' })}
            onDone={close}
          >
            <p>
              {isAdmin
                ? `${isOwn ? 'You' : 'They'} can then view and change only ${isOwn ? 'your' : 'their'} clients.`
                : 'Administrators can view and change all accounts, clients, limits and usage. Keys and secrets stay hidden.'}
            </p>
          </ConfirmDialog>
        )}
      </Close>
    </Card>
  );
}

function Action({ text, children }: { text: string; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2.5">
      <p className="min-w-48 flex-1 text-muted">{text}</p>
      {children}
    </li>
  );
}

function DeleteDialog({ account }: { account: Account }) {
  const navigate = useNavigate();
  return (
    <ConfirmDialog
      title={`Delete ${account.full_name}?`}
      action="Delete account"
      typed={account.email}
      mutation={useChange('delete', '/v1/accounts/{accountId}')}
      request={() => ({ params: { path: { accountId: account.id } } })}
      done={`${account.full_name} deleted.`}
      onDone={() => void navigate({ to: '/admin/accounts' })}
    >
      The account is deleted with all of its clients, and their API keys stop working immediately. This
      can&apos;t be undone.
    </ConfirmDialog>
  );
}

function ResetLinkDialog({ account }: { account: Account }) {
  const make = useChange('post', '/v1/accounts/{accountId}/password-reset', { meta: { outdates: [] } });
  const link = make.data;
  if (link !== undefined)
    return (
      <OnceDialog title="Password reset link">
        <Notice tone="warning" title="This link is shown only once">
          <p>
            Send it to {account.full_name} over a secure channel. It works once and expires{' '}
            {fullTime(link.expires_at)}.
          </p>
        </Notice>
        <CopyField label="Link" text={link.url} />
      </OnceDialog>
    );
  return (
    <FormDialog
      title="Create a password reset link?"
      description={`Anyone with the link can set a new password for ${account.email}, once, within an hour. Any earlier link stops working.`}
      action="Create link"
      mutation={make}
      request={() => ({ params: { path: { accountId: account.id } } })}
    />
  );
}
