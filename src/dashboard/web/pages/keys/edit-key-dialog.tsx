import { useUpdateKey } from '../../api/keys.ts';
import type { ApiKey, Client } from '../../api/schemas.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { toastThen } from '../../ui/dialogs/toast.tsx';
import { KeyFields, keyValuesOf } from './key-fields.tsx';

export interface KeyDialogProps {
  client: Client;
  apiKey: ApiKey;
  onClose: () => void;
}

export function EditKeyDialog({ client, apiKey, onClose }: KeyDialogProps) {
  const update = useUpdateKey(client.client_id, apiKey);
  return (
    <FormDialog
      title={`Edit ${apiKey.name}`}
      description="Changes apply from the next request. Requests outside the key's scopes or allowed addresses are then rejected."
      action="Save"
      mutation={update}
      onClose={onClose}
      onSubmit={(values) => update.mutate(keyValuesOf(values, apiKey), toastThen('API key saved.', onClose))}
    >
      <KeyFields client={client} apiKey={apiKey} />
    </FormDialog>
  );
}
