import { useUpdateOrganization } from '../../api/organizations/organizations.ts';
import type { Organization } from '../../api/schemas.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { toastThen } from '../../ui/dialogs/toast.tsx';
import { TextField } from '../../ui/forms/fields.tsx';
import { textOf } from '../../ui/forms/form.tsx';

export function RenameDialog({ organization, onClose }: { organization: Organization; onClose: () => void }) {
  const update = useUpdateOrganization(organization.id);
  return (
    <FormDialog
      title="Rename organization"
      description={
        organization.personal ? "This also changes the organization in the account's profile." : undefined
      }
      action="Save"
      mutation={update}
      onClose={onClose}
      onSubmit={(values) =>
        update.mutate({ name: textOf(values, 'name') }, toastThen('Organization renamed.', onClose))
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
    </FormDialog>
  );
}
