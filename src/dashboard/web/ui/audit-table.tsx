import { useInfiniteQuery } from '@tanstack/react-query';
import { type auditQuery } from '../api/audit.ts';
import type { AuditAction, AuditEvent } from '../api/schemas.ts';
import { LoadMore } from './states/load-more.tsx';
import { Loaded } from './states/loaded.tsx';
import { type Column, Table } from './layout/table.tsx';
import { Time } from './time.tsx';

const TITLES: Record<AuditAction, string> = {
  'account.created': 'Account registered',
  'account.updated': 'Account updated',
  'account.deleted': 'Account deleted',
  'account.password_changed': 'Password changed',
  'account.password_reset_requested': 'Password reset link created',
  'account.password_reset': 'Password reset',
  'account.email_change_requested': 'New email address entered',
  'account.email_change_withdrawn': 'New email address withdrawn',
  'account.email_verified': 'Email address verified',
  'account.identity_added': 'Way to sign in added',
  'account.identity_removed': 'Way to sign in removed',
  'account.sign_in_link_created': 'Sign-in link created',
  'session.created': 'Signed in',
  'session.deleted': 'Signed out',
  'factor.added': 'Second factor added',
  'factor.removed': 'Second factor removed',
  'factor.failed': 'Wrong second factor',
  'recovery_code.used': 'Recovery code used',
  'recovery_codes.created': 'Recovery codes created',
  'personal_access_token.created': 'Personal access token created',
  'personal_access_token.revoked': 'Personal access token revoked',
  'mail.retried': 'Message sent again',
  'organization.created': 'Organization created',
  'organization.updated': 'Organization updated',
  'organization.deleted': 'Organization deleted',
  'organization.member_added': 'Member joined',
  'organization.member_updated': 'Role of a member changed',
  'organization.member_removed': 'Member removed',
  'organization.issuer_set': 'Identity provider set',
  'organization.issuer_removed': 'Identity provider removed',
  'invitation.created': 'Invitation created',
  'invitation.deleted': 'Invitation withdrawn',
  'domain.added': 'Domain added',
  'domain.verified': 'Domain verified',
  'domain.lost': 'Domain moved to another organization',
  'domain.removed': 'Domain removed',
  'client.created': 'Client created',
  'client.updated': 'Client updated',
  'client.deleted': 'Client deleted',
  'client.secret_rotated': 'Client secret rotated',
  'client.access_token_issued': 'Access tokens issued',
  'api_key.created': 'API key generated',
  'api_key.updated': 'API key updated',
  'api_key.rotated': 'API key rotated',
  'api_key.revoked': 'API key revoked',
};

/** An action of a feature that extends the service has no title here: its name is shown. */
const titleOf = (action: AuditAction) => (TITLES as Partial<Record<AuditAction, string>>)[action] ?? action;

const DETAILS_SHOWN = 3;

/** `own` is the reader's account: "You" in the list. */
export function AuditTable({ query, own }: { query: ReturnType<typeof auditQuery>; own: string }) {
  const events = useInfiniteQuery(query);
  return (
    <Loaded query={events}>
      {({ pages }) => {
        const rows = pages.flatMap(({ data }) => data);
        if (rows.length === 0) return <p className="p-5 text-muted">No changes yet.</p>;
        return (
          <>
            <Table caption="Changes" columns={columnsFor(own)} rows={rows} keyOf={({ id }) => id} />
            <LoadMore query={events} />
          </>
        );
      }}
    </Loaded>
  );
}

function columnsFor(own: string): Column<AuditEvent>[] {
  return [
    {
      title: 'Change',
      isProse: true,
      cell: ({ action, details }) => (
        <>
          <p className="font-medium">{titleOf(action)}</p>
          <Details details={details} />
        </>
      ),
    },
    {
      title: 'Target',
      cell: ({ target_id }) => <span className="font-mono text-[0.8125rem]">{target_id}</span>,
    },
    { title: 'By', cell: ({ actor }) => nameOf(actor, own) },
    {
      title: 'IP address',
      cell: ({ actor }) =>
        actor.address === null ? (
          <span className="text-muted">–</span>
        ) : (
          <span className="font-mono text-[0.8125rem]">{actor.address}</span>
        ),
    },
    { title: 'When', cell: ({ created_at }) => <Time instant={created_at} /> },
  ];
}

function nameOf({ kind, account_id, client_id, token_id }: AuditEvent['actor'], own: string) {
  if (kind === 'command') return 'Operator';
  if (kind === 'service') return 'The service';
  if (kind === 'account' && account_id === own)
    return <span className="whitespace-nowrap">{token_id === null ? 'You' : 'You, with a token'}</span>;
  return <span className="font-mono text-[0.8125rem]">{client_id ?? account_id}</span>;
}

/** "name, organization": what the action says of itself, in short. */
function Details({ details }: { details: Record<string, unknown> }) {
  const entries = Object.entries(details);
  if (entries.length === 0) return null;
  const shown = entries.slice(0, DETAILS_SHOWN).map(([name, value]) => `${name}: ${textOf(value)}`);
  return <p className="max-w-md text-[0.8125rem] text-muted">{shown.join(' · ')}</p>;
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .map(([name, member]) => `${name} ${textOf(member)}`)
    .join(', ');
}
