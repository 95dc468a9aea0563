import { useUpdateKey } from '../../api/keys.ts';
import type { ApiKey, Client } from '../../api/schemas.ts';
import { Button } from '../../ui/button.tsx';
import { Actions, Dialog } from '../../ui/dialogs/dialog.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { showToast } from '../../ui/dialogs/toast.tsx';
import { KeyFields, keyValuesOf } from './key-fields.tsx';

export interface KeyDialogProps {
  client: Client;
  apiKey: ApiKey;
  onClose: () => void;
}

export function EditKeyDialog({ client, apiKey, onClose }: KeyDialogProps) {
  const update = useUpdateKey(client.client_id, apiKey);
  return (
    <Dialog
      title={`Edit ${apiKey.name}`}
      description="Changes apply from the next request. Requests outside the key's scopes or allowed addresses are then rejected."
      onClose={onClose}
    >
      <Form
        error={update.error}
        onSubmit={(values) =>
          update.mutate(keyValuesOf(values, apiKey), {
            onSuccess: () => {
              showToast('API key saved.');
              onClose();
            },
          })
        }
      >
        <KeyFields client={client} apiKey={apiKey} />
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
