import type { Member, Organization, OrganizationRole } from '../../api/schemas.ts';
import { useAccount } from '../../api/session.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { toastThen } from '../../ui/dialogs/toast.tsx';
import { textOf } from '../../ui/forms/form.tsx';
import { useChange } from '../../api/transport/queries.ts';
import { RoleField } from './role-field.tsx';

interface RoleDialogProps {
  organization: Organization;
  member: Member;
  onClose: () => void;
}

/** Also used to hand over an organization: make another member an owner, then change your own role. */
export function RoleDialog({ organization, member, onClose }: RoleDialogProps) {
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
      onClose={onClose}
      onSubmit={(values) =>
        change.mutate(
          {
            params: { path: { organizationId: organization.id, accountId: member.account_id } },
            body: { role: textOf(values, 'role') as OrganizationRole },
          },
          toastThen('Role changed.', onClose),
        )
      }
    >
      <RoleField organization={organization} value={member.role} />
    </FormDialog>
  );
}
