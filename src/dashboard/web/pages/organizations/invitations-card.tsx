import { UserRoundPlus } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import type { Invitation, Organization, OrganizationRole } from '../../api/schemas.ts';
import { type Column, ListCard, NoRows } from '../../ui/layout/table.tsx';
import { fullTime, Time } from '../../ui/time.tsx';
import { useChange, usePages } from '../../api/transport/queries.ts';
import { ownEmailQuery } from '../../api/session.ts';
import { CopyField, TextField } from '../../ui/forms/fields.tsx';
import { Notice } from '../../ui/states/notice.tsx';
import { ConfirmDialog, DialogButton, FormDialog, OnceDialog } from '../../ui/dialogs/dialog.tsx';
import { RoleBadge, RoleField } from './roles.tsx';

export function InvitationsCard({ organization }: { organization: Organization }) {
  const query = usePages('/v1/organizations/{organizationId}/invitations', {
    path: { organizationId: organization.id },
    query: { limit: 50 },
  });
  return (
    <ListCard
      title="Invitations"
      description="Links that haven't been used yet. Each works once and expires after seven days."
      actions={
        <DialogButton
          icon={UserRoundPlus}
          look="primary"
          isSmall
          dialog={(close) => <InviteDialog organization={organization} onClose={close} />}
        >
          Invite
        </DialogButton>
      }
      query={query}
      columns={COLUMNS}
      empty={<NoRows>No pending invitations.</NoRows>}
      rowActions={(invitation) => [
        {
          title: 'Withdraw',
          name: `Withdraw the invitation for ${invitation.email}`,
          dialog: (close) => (
            <WithdrawDialog organization={organization} invitation={invitation} onClose={close} />
          ),
        },
      ]}
    />
  );
}

const COLUMNS: Column<Invitation>[] = [
  {
    title: 'Email',
    isProse: true,
    isHeading: true,
    cell: ({ email }) => <span className="font-medium">{email}</span>,
  },
  { title: 'Role', cell: ({ role }) => <RoleBadge role={role} /> },
  { title: 'Expires', cell: ({ expires_at }) => <Time instant={expires_at} /> },
];

interface WithdrawDialogProps {
  organization: Organization;
  invitation: Invitation;
  onClose: () => void;
}

function WithdrawDialog({ organization, invitation: { id, email }, onClose }: WithdrawDialogProps) {
  return (
    <ConfirmDialog
      title="Withdraw this invitation?"
      action="Withdraw"
      mutation={useChange('delete', '/v1/organizations/{organizationId}/invitations/{invitationId}')}
      onClose={onClose}
      request={() => ({ params: { path: { organizationId: organization.id, invitationId: id } } })}
      done="Invitation withdrawn."
    >
      <p>
        The link for <strong className="wrap-anywhere">{email}</strong> stops working immediately.
      </p>
    </ConfirmDialog>
  );
}

/** The API returns the link only once; it is gone when the dialog closes. */
function InviteDialog({ organization, onClose }: { organization: Organization; onClose: () => void }) {
  const invite = useChange('post', '/v1/organizations/{organizationId}/invitations');
  const ownEmail = useQuery(ownEmailQuery).data;
  const invitation = invite.data;
  if (invitation !== undefined) {
    const recipient = <strong className="wrap-anywhere">{invitation.email}</strong>;
    return (
      <OnceDialog title="Invitation link" onClose={onClose}>
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
      onClose={onClose}
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
