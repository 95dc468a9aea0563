import { keepPreviousData } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { SearchX, UserRoundPlus } from 'lucide-react';
import { useState } from 'react';
import type { Account } from '../../api/schemas.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { PagedTable } from '../../ui/layout/paged-table.tsx';
import type { Column } from '../../ui/layout/table.tsx';
import { Time } from '../../ui/time.tsx';
import { usePages } from '../../api/transport/queries.ts';
import { AccountBadges } from './account-badges.tsx';
import { AccountFilters } from './account-filters.tsx';
import { CreateAccountDialog } from './create-account-dialog.tsx';

const route = getRouteApi('/signed-in/admin/accounts');

const COLUMNS: Column<Account>[] = [
  {
    title: 'Account',
    cell: ({ id, full_name, email }) => (
      <>
        <Link
          to="/admin/accounts/$accountId"
          params={{ accountId: id }}
          className="font-medium text-accent underline-offset-4 hover:underline"
        >
          {full_name}
        </Link>
        <p className="text-muted">{email}</p>
      </>
    ),
  },
  {
    title: 'Organization',
    cell: ({ organization }) => organization ?? <span className="text-muted">–</span>,
  },
  { title: 'Status', cell: (account) => <AccountBadges account={account} /> },
  { title: 'Registered', cell: ({ created_at }) => <Time instant={created_at} /> },
];

export function AccountsPage() {
  const { query, status } = route.useSearch();
  const navigate = route.useNavigate();
  const [isCreating, setIsCreating] = useState(false);
  const accounts = usePages(
    '/v1/accounts',
    { query: { query, status } },
    { placeholderData: keepPreviousData },
  );
  return (
    <Page
      title="Accounts"
      description="Everyone who can sign in to this service."
      actions={
        <Button look="primary" onClick={() => setIsCreating(true)}>
          <UserRoundPlus aria-hidden className="size-4" />
          Create account
        </Button>
      }
    >
      <AccountFilters
        query={query}
        status={status}
        onChange={(changed) =>
          void navigate({ search: (before) => ({ ...before, ...changed }), replace: true })
        }
      />
      <Card isFlush className="overflow-hidden">
        <PagedTable
          query={accounts}
          caption="Accounts"
          columns={COLUMNS}
          keyOf={({ id }) => id}
          empty={
            <EmptyState icon={<SearchX aria-hidden className="size-5" />} title="No matching accounts">
              Search by part of a name, an email or an organization.
            </EmptyState>
          }
        />
      </Card>
      {isCreating && <CreateAccountDialog onClose={() => setIsCreating(false)} />}
    </Page>
  );
}
