import { useUpdateClient } from '../../api/clients.ts';
import type { Client } from '../../api/schemas.ts';
import { Button } from '../../ui/button.tsx';
import { Actions, Dialog } from '../../ui/dialogs/dialog.tsx';
import { TextAreaField, TextField } from '../../ui/forms/fields.tsx';
import { Form, textOf } from '../../ui/forms/form.tsx';
import { showToast } from '../../ui/dialogs/toast.tsx';

export function EditClientDialog({ client, onClose }: { client: Client; onClose: () => void }) {
  const update = useUpdateClient(client);
  return (
    <Dialog title="Edit client" description="Its keys keep working." onClose={onClose}>
      <Form
        error={update.error}
        onSubmit={(values) =>
          update.mutate(
            { name: textOf(values, 'name'), description: textOf(values, 'description') || null },
            {
              onSuccess: () => {
                showToast('Client saved.');
                onClose();
              },
            },
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
