import { useUpdateOrganization } from '../../api/organizations/organizations.ts';
import type { Organization } from '../../api/schemas.ts';
import { Button } from '../../ui/button.tsx';
import { Actions, Dialog } from '../../ui/dialogs/dialog.tsx';
import { showToast } from '../../ui/dialogs/toast.tsx';
import { TextField } from '../../ui/forms/fields.tsx';
import { Form, textOf } from '../../ui/forms/form.tsx';

export function RenameDialog({ organization, onClose }: { organization: Organization; onClose: () => void }) {
  const update = useUpdateOrganization(organization.id);
  return (
    <Dialog
      title="Rename organization"
      description={
        organization.personal ? "This also changes the organization in the account's profile." : undefined
      }
      onClose={onClose}
    >
      <Form
        error={update.error}
        onSubmit={(values) =>
          update.mutate(
            { name: textOf(values, 'name') },
            {
              onSuccess: () => {
                showToast('Organization renamed.');
                onClose();
              },
            },
          )
        }
      >
        <TextField
          name="name"
          label="Name"
          maxLength={100}
          autoComplete="organization"
          defaultValue={organization.name}
          required
        />
        <Actions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isPending={update.isPending}>
            Save
          </Button>
        </Actions>
      </Form>
    </Dialog>
  );
}
