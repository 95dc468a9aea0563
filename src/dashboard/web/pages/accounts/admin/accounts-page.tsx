import { keepPreviousData } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { SearchX, UserRoundPlus } from 'lucide-react';
import type { AccountStatus, ListedAccount } from '../../../api/schemas.ts';
import { useChange, usePages } from '../../../api/transport/queries.ts';
import { TextLink } from '../../../ui/button.tsx';
import { DialogButton, FormDialog } from '../../../ui/dialogs/dialog.tsx';
import { NewPasswordField, SearchField, TextField } from '../../../ui/forms/fields.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { Page } from '../../../ui/layout/page.tsx';
import { type Column, ListCard } from '../../../ui/layout/table.tsx';
import { EmptyState } from '../../../ui/states/notice.tsx';
import { Time } from '../../../ui/time.tsx';
import { AccountBadges } from './account-badges.tsx';
import type { AccountsSearch } from './accounts-search.ts';

const route = getRouteApi('/signed-in/admin/accounts');

const COLUMNS: Column<ListedAccount>[] = [
  {
    title: 'Account',
    cell: ({ id, full_name, email }) => (
      <>
        <TextLink isQuiet to="/admin/accounts/$accountId" params={{ accountId: id }}>
          {full_name}
        </TextLink>
        <p className="text-muted">{email}</p>
      </>
    ),
  },
  {
    title: 'Organizations',
    cell: ({ organizations }) => (
      <ul>
        {organizations.map(({ id, name }) => (
          <li key={id}>
            <TextLink isQuiet to="/organizations/$organizationId" params={{ organizationId: id }}>
              {name}
            </TextLink>
          </li>
        ))}
      </ul>
    ),
  },
  { title: 'Status', cell: (account) => <AccountBadges account={account} /> },
  { title: 'Registered', cell: ({ created_at }) => <Time instant={created_at} /> },
];

export function AccountsPage() {
  const { query, status } = route.useSearch();
  const navigate = route.useNavigate();
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
        <DialogButton
          icon={UserRoundPlus}
          look="primary"
          text="Create account"
          dialog={<CreateAccountDialog />}
        />
      }
    >
      <AccountFilters
        query={query}
        status={status}
        onChange={(changed) =>
          void navigate({ search: (before) => ({ ...before, ...changed }), replace: true })
        }
      />
      <ListCard
        query={accounts}
        caption="Accounts"
        columns={COLUMNS}
        empty={
          <EmptyState icon={SearchX} title="No matching accounts">
            Search by part of a name, an email or an organization.
          </EmptyState>
        }
      />
    </Page>
  );
}

/** Also works while registration is closed. */
function CreateAccountDialog() {
  const create = useChange('post', '/v1/accounts');
  return (
    <FormDialog
      title="Create account"
      description="Give the owner the password, or create a reset link so they can set their own."
      action="Create account"
      mutation={create}
      request={(values) => ({
        body: {
          full_name: values.text('full_name'),
          email: values.text('email'),
          password: values.secret('password'),
          organization: values.text('organization') || undefined,
        },
      })}
      done={({ full_name }) => `Account created for ${full_name}.`}
    >
      <TextField name="full_name" label="Full name" maxLength={100} autoComplete="off" required />
      <TextField name="email" label="Email" type="email" maxLength={254} autoComplete="off" required />
      <NewPasswordField />
      <TextField name="organization" label="Organization" maxLength={100} autoComplete="off" />
    </FormDialog>
  );
}

interface AccountFiltersProps extends AccountsSearch {
  onChange: (changed: AccountsSearch) => void;
}

function AccountFilters({ query = '', status, onChange }: AccountFiltersProps) {
  return (
    <search className="flex flex-wrap items-end gap-x-4 gap-y-3">
      <SearchField
        value={query}
        maxLength={254}
        placeholder="Name, email or organization"
        onChange={(text) => onChange({ query: text || undefined })}
      />
      <Select
        label="Status"
        value={status ?? ''}
        className="w-full sm:w-40"
        onChange={(value) => onChange({ status: (value || undefined) as AccountStatus | undefined })}
      >
        <option value="">All</option>
        <option value="active">Active</option>
        <option value="disabled">Disabled</option>
      </Select>
    </search>
  );
}
