import { useQuery } from '@tanstack/react-query';
import { UserRoundPlus } from 'lucide-react';
import { useState } from 'react';
import { useMembers } from '../../api/organizations.ts';
import type { Invitation, Member, Organization, OrganizationRole } from '../../api/schemas.ts';
import { ownEmailQuery, useAccount } from '../../api/session.ts';
import { useChange, usePages } from '../../api/transport/queries.ts';
import { Badge } from '../../ui/badge.tsx';
import { ConfirmDialog, DialogButton, FormDialog, OnceDialog } from '../../ui/dialogs/dialog.tsx';
import { CopyField, SearchField, TextField } from '../../ui/forms/fields.tsx';
import { type Column, ListCard, NoRows, type RowAction } from '../../ui/layout/table.tsx';
import { Notice } from '../../ui/states/notice.tsx';
import { fullTime, Time } from '../../ui/time.tsx';
import { RoleBadge, RoleField } from './roles.tsx';

export function MembersCard({ organization }: { organization: Organization }) {
  const own = useAccount().id;
  const [search, setSearch] = useState('');
  const rowActions = (member: Member): RowAction[] => {
    if (!mayChange(organization, member)) return [];
    const change: RowAction = {
      title: 'Change role',
      dialog: <RoleDialog organization={organization} member={member} />,
    };
    // Leaving has its own button among the settings.
    if (member.account_id === own) return [change];
    const remove: RowAction = {
      title: 'Remove',
      isDangerous: true,
      dialog: <RemoveMemberDialog organization={organization} member={member} />,
    };
    return [change, remove];
  };
  return (
    <ListCard
      title="Members"
      description="Members share the organization's clients. What they can do depends on their role."
      above={
        <div className="px-4 pb-4 sm:px-5">
          <SearchField value={search} maxLength={254} placeholder="Name or email" onChange={setSearch} />
        </div>
      }
      query={useMembers(organization)}
      arrange={(members) => ownersFirst(members.filter(matches(search)))}
      columns={columnsFor(own, organization)}
      keyOf={({ account_id }) => account_id}
      rowActions={rowActions}
      menuOf={({ full_name }) => full_name}
      empty={<NoRows>No matching members.</NoRows>}
    />
  );
}

const matches = (search: string) => (member: Member) =>
  `${member.full_name}\n${member.email}`.toLowerCase().includes(search.toLowerCase());

/** The owners, and then the others, each by name. */
const ownersFirst = (members: Member[]) =>
  members.sort(
    (one, other) =>
      Number(other.role === 'owner') - Number(one.role === 'owner') ||
      one.full_name.localeCompare(other.full_name),
  );

/** A personal organization's owner can't be changed. */
function mayChange({ permissions, personal }: Organization, { role }: Member): boolean {
  if (role !== 'owner') return permissions.includes('members.manage');
  return permissions.includes('owners.manage') && !personal;
}

function columnsFor(own: string, { personal, require_factor }: Organization): Column<Member>[] {
  return [
    {
      title: 'Member',
      isHeading: true,
      cell: ({ account_id, full_name, email }) => (
        <>
          <p className="font-medium">
            {full_name}
            {account_id === own && <span className="font-normal text-muted"> (you)</span>}
          </p>
          <p className="text-muted">{email}</p>
        </>
      ),
    },
    {
      title: 'Role',
      cell: ({ role, status, has_factor }) => (
        <span className="inline-flex flex-wrap gap-1.5">
          <RoleBadge role={role} />
          {status === 'disabled' && <Badge tone="danger">Disabled</Badge>}
          {!personal && has_factor === false && (
            <Badge tone={require_factor ? 'warning' : 'neutral'}>No second factor</Badge>
          )}
        </span>
      ),
    },
    { title: 'Joined', cell: ({ joined_at }) => <Time instant={joined_at} /> },
  ];
}

interface MemberDialogProps {
  organization: Organization;
  member: Member;
}

function RemoveMemberDialog({ organization, member }: MemberDialogProps) {
  return (
    <ConfirmDialog
      title={`Remove ${member.full_name}?`}
      action="Remove"
      mutation={useChange('delete', '/v1/organizations/{organizationId}/members/{accountId}')}
      request={() => ({
        params: { path: { organizationId: organization.id, accountId: member.account_id } },
      })}
      done={`${member.full_name} removed.`}
    >
      <p>
        {member.full_name} loses access to {organization.name} immediately. The clients they created stay,
        with their API keys. Rotate the keys and secrets that they know.
      </p>
    </ConfirmDialog>
  );
}

/** Also used to hand over an organization: make another member an owner, then change your own role. */
function RoleDialog({ organization, member }: MemberDialogProps) {
  const isOwn = useAccount().id === member.account_id;
  const change = useChange('patch', '/v1/organizations/{organizationId}/members/{accountId}');
  return (
    <FormDialog
      title={isOwn ? 'Change your role' : `Change the role of ${member.full_name}`}
      description={
        isOwn
          ? 'It applies immediately. Only another member can give you your current role back.'
          : 'It applies immediately. To hand the organization over, make another member an owner, then change your own role or leave.'
      }
      action="Change role"
      mutation={change}
      request={(values) => ({
        params: { path: { organizationId: organization.id, accountId: member.account_id } },
        body: { role: values.text('role') as OrganizationRole },
      })}
      done="Role changed."
    >
      <RoleField organization={organization} value={member.role} />
    </FormDialog>
  );
}

export const useInvitations = ({ id, permissions }: Organization) =>
  usePages(
    '/v1/organizations/{organizationId}/invitations',
    { path: { organizationId: id }, query: { limit: 100 } },
    { enabled: permissions.includes('invitations.manage') },
  );

export function InvitationsCard({ organization }: { organization: Organization }) {
  return (
    <ListCard
      title="Invitations"
      description="Links that haven't been used yet. Each works once and expires after seven days."
      actions={
        <DialogButton
          icon={UserRoundPlus}
          look="primary"
          isSmall
          text="Invite"
          dialog={<InviteDialog organization={organization} />}
        />
      }
      query={useInvitations(organization)}
      columns={COLUMNS}
      empty={<NoRows>No pending invitations.</NoRows>}
      rowActions={(invitation) => [
        {
          title: 'Withdraw',
          name: `Withdraw the invitation for ${invitation.email}`,
          dialog: <WithdrawDialog organization={organization} invitation={invitation} />,
        },
      ]}
    />
  );
}

const COLUMNS: Column<Invitation>[] = [
  {
    title: 'Email',
    isHeading: true,
    cell: ({ email }) => <span className="font-medium">{email}</span>,
  },
  { title: 'Role', cell: ({ role }) => <RoleBadge role={role} /> },
  { title: 'Expires', cell: ({ expires_at }) => <Time instant={expires_at} /> },
];

interface WithdrawDialogProps {
  organization: Organization;
  invitation: Invitation;
}

function WithdrawDialog({ organization, invitation: { id, email } }: WithdrawDialogProps) {
  return (
    <ConfirmDialog
      title="Withdraw this invitation?"
      action="Withdraw"
      mutation={useChange('delete', '/v1/organizations/{organizationId}/invitations/{invitationId}')}
      request={() => ({ params: { path: { organizationId: organization.id, invitationId: id } } })}
      done="Invitation withdrawn."
    >
      <p>
        The link for <strong className="wrap-anywhere">{email}</strong> stops working immediately.
      </p>
    </ConfirmDialog>
  );
}

function InviteDialog({ organization }: { organization: Organization }) {
  const invite = useChange('post', '/v1/organizations/{organizationId}/invitations');
  const ownEmail = useQuery(ownEmailQuery).data;
  const invitation = invite.data;
  if (invitation !== undefined) {
    const recipient = <strong className="wrap-anywhere">{invitation.email}</strong>;
    return (
      <OnceDialog title="Invitation link">
        <Notice tone="warning" title="This link is shown only once">
          <p>
            {invitation.is_mailed ? (
              <>We&apos;re emailing an invitation to {recipient}. You can also share this link.</>
            ) : (
              <>Send it to {recipient}.</>
            )}{' '}
            The link works once, for an account with this address, and expires{' '}
            {fullTime(invitation.expires_at)}.
          </p>
          {ownEmail?.sends_mail && !ownEmail.verified && (
            <p>
              The service didn&apos;t email it because your own email address isn&apos;t verified. Verify it
              in Account settings.
            </p>
          )}
        </Notice>
        <CopyField label="Link" text={invitation.url} />
      </OnceDialog>
    );
  }
  return (
    <FormDialog
      title={`Invite someone to ${organization.name}`}
      description="Creates a link for you to send. Earlier links for the same address stop working."
      action="Create link"
      mutation={invite}
      request={(values) => ({
        params: { path: { organizationId: organization.id } },
        body: { email: values.text('email'), role: values.text('role') as OrganizationRole },
      })}
    >
      <TextField name="email" label="Email" type="email" maxLength={254} autoComplete="off" required />
      <RoleField organization={organization} />
    </FormDialog>
  );
}
