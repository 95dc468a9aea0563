import { ORGANIZATION_CHANGED } from '../../api/organizations/organizations.ts';
import type { Organization } from '../../api/schemas.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { toastThen } from '../../ui/dialogs/toast.tsx';
import { TextField } from '../../ui/forms/fields.tsx';
import { textOf } from '../../ui/forms/form.tsx';
import { useChange } from '../../api/transport/queries.ts';

export function RenameDialog({ organization, onClose }: { organization: Organization; onClose: () => void }) {
  const update = useChange('patch', '/v1/organizations/{organizationId}', { meta: ORGANIZATION_CHANGED });
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
        update.mutate(
          { params: { path: { organizationId: organization.id } }, body: { name: textOf(values, 'name') } },
          toastThen('Organization renamed.', onClose),
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
    </FormDialog>
  );
}
