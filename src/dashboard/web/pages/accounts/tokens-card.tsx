import { useQuery } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import type { PersonalAccessToken, Session, TokenScope } from '../../api/schemas.ts';
import { sessionQuery, useAccount } from '../../api/session.ts';
import { useChange, usePages } from '../../api/transport/queries.ts';
import { Badge, Code } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CREDENTIAL_COLUMNS, RevokeDialog, ScopeFields } from '../../ui/credentials.tsx';
import { DialogButton, FormDialog, OnceDialog } from '../../ui/dialogs/dialog.tsx';
import { showToast } from '../../ui/dialogs/toast.tsx';
import { DAY_MS } from '../../ui/durations.ts';
import { CopyField, NameField, TextField } from '../../ui/forms/fields.tsx';
import { localTime } from '../../ui/forms/local-time.ts';
import { type Column, ListCard, type RowAction } from '../../ui/layout/table.tsx';
import { EmptyState, ErrorNotice, Notice } from '../../ui/states/notice.tsx';
import { Time } from '../../ui/time.tsx';

export function SessionsCard() {
  const current = useQuery(sessionQuery).data?.session.id;
  const endOne = useChange('delete', '/v1/sessions/{sessionId}');
  const endOthers = useChange('delete', '/v1/sessions');
  const error = endOne.error ?? endOthers.error;
  const signOut = ({ id, user_agent }: Session): RowAction => ({
    title: 'Sign out',
    name: `Sign out ${describeUserAgent(user_agent)}`,
    onSelect: () =>
      endOne.mutate(
        { params: { path: { sessionId: id } } },
        { onSuccess: () => showToast('Session ended.') },
      ),
  });
  return (
    <ListCard
      title="Sessions"
      description="Devices where you are signed in."
      actions={
        <Button
          isSmall
          isPending={endOthers.isPending}
          onClick={() =>
            endOthers.mutate(undefined, { onSuccess: () => showToast('Signed out everywhere else.') })
          }
        >
          Sign out everywhere else
        </Button>
      }
      above={
        error !== null && (
          <div className="px-4 pb-4 sm:px-5">
            <ErrorNotice error={error} />
          </div>
        )
      }
      query={usePages('/v1/sessions', {})}
      columns={columnsOf(current)}
      rowActions={(session) => (session.id === current ? [] : [signOut(session)])}
    />
  );
}

const columnsOf = (current: string | undefined): Column<Session>[] => [
  {
    title: 'Device',
    cell: ({ id, user_agent }) => (
      <span className="inline-flex flex-wrap items-center justify-end gap-2 sm:justify-start">
        <span className="font-medium" title={user_agent ?? undefined}>
          {describeUserAgent(user_agent)}
        </span>
        {id === current && <Badge tone="success">This device</Badge>}
      </span>
    ),
  },
  {
    title: 'IP address',
    cell: ({ address }) => <span className="font-mono text-[0.8125rem]">{address}</span>,
  },
  { title: 'Last seen', cell: ({ last_seen_at }) => <Time instant={last_seen_at} /> },
  { title: 'Signed in', cell: ({ created_at }) => <Time instant={created_at} isRelative={false} /> },
];

const BROWSERS = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;
const SYSTEMS = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS', 'macOS'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
] as const;

/** "Firefox on Linux" if the browser can be recognized, otherwise the program's own name. */
function describeUserAgent(userAgent: string | null): string {
  if (userAgent === null) return 'Unknown program';
  const browser = BROWSERS.find(([mark]) => userAgent.includes(mark))?.[1];
  const system = SYSTEMS.find(([mark]) => userAgent.includes(mark))?.[1];
  if (browser === undefined) return userAgent.split(' ', 1)[0];
  return system === undefined ? browser : `${browser} on ${system}`;
}

export function TokensCard() {
  return (
    <ListCard
      title="Personal access tokens"
      description="Let your own programs call the API without signing in."
      actions={<DialogButton icon={Plus} isSmall text="Create token" dialog={<CreateTokenDialog />} />}
      query={usePages('/v1/accounts/me/tokens', { query: { limit: 50 } })}
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
        Store it securely. If you lose it, revoke it and create a new one.
      </Notice>
      <p>
        Send it in the header <Code>Authorization: Bearer pat_…</Code>.
      </p>
    </OnceDialog>
  );
}

const dateIn = (days: number) => localTime(new Date(Date.now() + days * DAY_MS)).slice(0, 10);
