import { useQuery } from '@tanstack/react-query';
import { ownEmailQuery } from '../../api/account.ts';
import type { Organization, OrganizationRole } from '../../api/schemas.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { OnceDialog } from '../../ui/dialogs/once-dialog.tsx';
import { SecretOnce } from '../../ui/dialogs/secret-once.tsx';
import { TextField } from '../../ui/forms/fields.tsx';
import { textOf } from '../../ui/forms/form.tsx';
import { Notice } from '../../ui/states/notice.tsx';
import { fullTime } from '../../ui/time.tsx';
import { useChange } from '../../api/transport/queries.ts';
import { RoleField } from './role-field.tsx';

/** The API returns the link only once; it is gone when the dialog closes. */
export function InviteDialog({ organization, onClose }: { organization: Organization; onClose: () => void }) {
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
        <SecretOnce label="Link" secret={invitation.url} />
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
      onSubmit={(values) =>
        invite.mutate({
          params: { path: { organizationId: organization.id } },
          body: { email: textOf(values, 'email'), role: textOf(values, 'role') as OrganizationRole },
        })
      }
    >
      <TextField name="email" label="Email" type="email" maxLength={254} autoComplete="off" required />
      <RoleField organization={organization} />
    </FormDialog>
  );
}
