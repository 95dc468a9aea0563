import { useRemoveMember } from '../../api/organizations/members.ts';
import { useOrganizationsChanged } from '../../api/organizations/organizations.ts';
import type { Member, Organization } from '../../api/schemas.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { toastThen } from '../../ui/dialogs/toast.tsx';

interface RemoveMemberDialogProps {
  organization: Organization;
  member: Member;
  onClose: () => void;
}

export function RemoveMemberDialog({ organization, member, onClose }: RemoveMemberDialogProps) {
  const remove = useRemoveMember(organization.id, member.account_id);
  const changed = useOrganizationsChanged();
  return (
    <ConfirmDialog
      title={`Remove ${member.full_name}?`}
      action="Remove"
      mutation={remove}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(
          undefined,
          toastThen(`${member.full_name} removed.`, () => {
            void changed();
            onClose();
          }),
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
