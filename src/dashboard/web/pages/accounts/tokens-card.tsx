import { KeyRound, Plus } from 'lucide-react';
import type { PersonalAccessToken, TokenScope } from '../../api/schemas.ts';
import { useAccount } from '../../api/session.ts';
import { useChange, usePages } from '../../api/transport/queries.ts';
import { Code } from '../../ui/badge.tsx';
import { CREDENTIAL_COLUMNS, RevokeDialog, ScopeFields } from '../../ui/credentials.tsx';
import { DialogButton, FormDialog, OnceDialog } from '../../ui/dialogs/dialog.tsx';
import { DAY_MS } from '../../ui/durations.ts';
import { CopyField, NameField, TextField } from '../../ui/forms/fields.tsx';
import { localTime } from '../../ui/forms/local-time.ts';
import { ListCard, type RowAction } from '../../ui/layout/table.tsx';
import { EmptyState } from '../../ui/states/loaded.tsx';
import { Notice } from '../../ui/states/notice.tsx';

export function TokensCard() {
  const query = usePages('/v1/accounts/me/tokens', { query: { limit: 50 } });
  return (
    <ListCard
      title="Personal access tokens"
      description="Let your own programs call the API without signing in."
      actions={<DialogButton icon={Plus} isSmall text="Create token" dialog={<CreateTokenDialog />} />}
      query={query}
      columns={Object.values(CREDENTIAL_COLUMNS)}
      empty={
        <EmptyState icon={KeyRound} title="No tokens yet">
          Forecasts need an API key instead.
        </EmptyState>
      }
      rowActions={(token) => (token.status === 'active' ? [revoke(token)] : [])}
    />
  );
}

const revoke = (token: PersonalAccessToken): RowAction => ({
  title: 'Revoke',
  name: `Revoke ${token.name}`,
  dialog: <RevokeTokenDialog token={token} />,
});

function RevokeTokenDialog({ token }: { token: PersonalAccessToken }) {
  return (
    <RevokeDialog
      noun="token"
      credential={token}
      mutation={useChange('delete', '/v1/accounts/me/tokens/{tokenId}')}
      request={() => ({ params: { path: { tokenId: token.id } } })}
    />
  );
}

const USUAL_DAYS = 90;
const LONGEST_DAYS = 366;

/** The API returns the token only once; it is gone when the dialog closes. */
function CreateTokenDialog() {
  const { role } = useAccount();
  const create = useChange('post', '/v1/accounts/me/tokens');
  if (create.data !== undefined) return <TokenOnceDialog token={create.data.token} />;
  return (
    <FormDialog
      title="Create personal access token"
      description="A token can do what you can do, within its scopes."
      action="Create token"
      mutation={create}
      request={(values) => ({
        body: {
          name: values.text('name'),
          scopes: values.getAll('scopes') as TokenScope[],
          expires_at: new Date(`${values.text('expires_at')}T00:00:00`).toISOString(),
        },
      })}
    >
      <NameField hint="What it is for, for example “Nightly report”." />
      <ScopeFields
        holder="token"
        isOffered={({ name }) => name !== 'accounts:read' || role === 'admin'}
        held={[]}
      />
      <TextField
        name="expires_at"
        label="Expires on"
        type="date"
        min={dateIn(1)}
        max={dateIn(LONGEST_DAYS - 1)}
        defaultValue={dateIn(USUAL_DAYS)}
        hint="Expires at the start of this day in your time zone, at most a year from now."
        required
      />
    </FormDialog>
  );
}

function TokenOnceDialog({ token }: { token: string }) {
  return (
    <OnceDialog title="Personal access token created">
      <CopyField label="Token" text={token} />
      <Notice tone="warning" title="The token is shown only once">
        <p>Store it securely. If you lose it, revoke it and create a new one.</p>
      </Notice>
      <p>
        Send it in the header <Code>Authorization: Bearer pat_…</Code>.
      </p>
    </OnceDialog>
  );
}

const dateIn = (days: number) => localTime(new Date(Date.now() + days * DAY_MS)).slice(0, 10);
