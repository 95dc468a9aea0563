import type { Member, Organization } from '../../api/schemas.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { toastThen } from '../../ui/dialogs/toast.tsx';
import { useChange } from '../../api/transport/queries.ts';

interface RemoveMemberDialogProps {
  organization: Organization;
  member: Member;
  onClose: () => void;
}

export function RemoveMemberDialog({ organization, member, onClose }: RemoveMemberDialogProps) {
  const remove = useChange('delete', '/v1/organizations/{organizationId}/members/{accountId}');
  return (
    <ConfirmDialog
      title={`Remove ${member.full_name}?`}
      action="Remove"
      mutation={remove}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(
          { params: { path: { organizationId: organization.id, accountId: member.account_id } } },
          toastThen(`${member.full_name} removed.`, onClose),
        )
      }
    >
      <p>
        {member.full_name} loses access to {organization.name} immediately. The clients they created stay,
        with their API keys. Rotate the keys and secrets that they know.
      </p>
    </ConfirmDialog>
  );
}
