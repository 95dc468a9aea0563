import type { Client } from '../../api/schemas.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { TextAreaField, TextField } from '../../ui/forms/fields.tsx';
import { textOf } from '../../ui/forms/form.tsx';
import { toastThen } from '../../ui/dialogs/toast.tsx';
import { useChange } from '../../api/transport/queries.ts';

export function EditClientDialog({ client, onClose }: { client: Client; onClose: () => void }) {
  const update = useChange('patch', '/v1/clients/{clientId}');
  return (
    <FormDialog
      title="Edit client"
      description="Its keys keep working."
      action="Save"
      mutation={update}
      onClose={onClose}
      onSubmit={(values) =>
        update.mutate(
          {
            params: { path: { clientId: client.client_id } },
            body: { name: textOf(values, 'name'), description: textOf(values, 'description') || null },
          },
          toastThen('Client saved.', onClose),
        )
      }
    >
      <TextField name="name" label="Name" maxLength={100} defaultValue={client.name} required />
      <TextAreaField
        name="description"
        label="Description"
        maxLength={500}
        defaultValue={client.description ?? ''}
      />
    </FormDialog>
  );
}
