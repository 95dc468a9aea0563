import { useChangeRole } from '../../api/organizations/members.ts';
import type { Member, Organization, OrganizationRole } from '../../api/schemas.ts';
import { useAccount } from '../../api/session.ts';
import { Button } from '../../ui/button.tsx';
import { Actions, Dialog } from '../../ui/dialogs/dialog.tsx';
import { showToast } from '../../ui/dialogs/toast.tsx';
import { Form, textOf } from '../../ui/forms/form.tsx';
import { RoleField } from './role-field.tsx';

interface RoleDialogProps {
  organization: Organization;
  member: Member;
  onClose: () => void;
}

/** Also used to hand over an organization: make another member an owner, then change your own role. */
export function RoleDialog({ organization, member, onClose }: RoleDialogProps) {
  const isOwn = useAccount().id === member.account_id;
  const change = useChangeRole(organization.id, member.account_id);
  return (
    <Dialog
      title={isOwn ? 'Change your role' : `Change the role of ${member.full_name}`}
      description={
        isOwn
          ? 'It applies immediately. Only another member can give you your current role back.'
          : 'It applies immediately. To hand the organization over, make another member an owner, then change your own role or leave.'
      }
      onClose={onClose}
    >
      <Form
        error={change.error}
        onSubmit={(values) =>
          change.mutate(textOf(values, 'role') as OrganizationRole, {
            onSuccess: () => {
              showToast('Role changed.');
              onClose();
            },
          })
        }
      >
        <RoleField organization={organization} value={member.role} />
        <Actions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isPending={change.isPending}>
            Change role
          </Button>
        </Actions>
      </Form>
    </Dialog>
  );
}
