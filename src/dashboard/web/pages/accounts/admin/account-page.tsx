import { getRouteApi } from '@tanstack/react-router';
import type { Account, Organization } from '../../../api/schemas.ts';
import { useAccount } from '../../../api/session.ts';
import { AuditTable } from '../../../ui/audit-table.tsx';
import { Badge, Code } from '../../../ui/badge.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { DefinitionList } from '../../../ui/layout/definition-list.tsx';
import { LoadedPage, Page } from '../../../ui/layout/page.tsx';
import { Time } from '../../../ui/time.tsx';
import { useAnswer, usePages } from '../../../api/transport/queries.ts';
import { AccountActions } from './account-actions.tsx';
import { AccountBadges } from './account-badges.tsx';
import { ClientsCard } from './clients-card.tsx';
import { type Column, ListCard } from '../../../ui/layout/table.tsx';
import { LimitsList } from '../../clients/limit-fields.tsx';
import { OrganizationLink } from '../../organizations/organization-link.tsx';

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
      <Card title="Audit trail" description="Changes to this account, and who made them." isFlush>
        <AuditTable of={{ account_id: account.id }} own={own} />
      </Card>
    </Page>
  );
}

const COLUMNS: Column<Organization>[] = [
  {
    title: 'Organization',
    isProse: true,
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
