import type { ApiKey, Client } from '../../api/schemas.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { toastThen } from '../../ui/dialogs/toast.tsx';
import { useChange } from '../../api/transport/queries.ts';
import { KeyFields, keyValuesOf } from './key-fields.tsx';

export interface KeyDialogProps {
  client: Client;
  apiKey: ApiKey;
  onClose: () => void;
}

export const placeOf = ({ client_id }: Client, { id }: ApiKey) => ({
  params: { path: { clientId: client_id, keyId: id } },
});

export function EditKeyDialog({ client, apiKey, onClose }: KeyDialogProps) {
  const update = useChange('patch', '/v1/clients/{clientId}/api-keys/{keyId}');
  return (
    <FormDialog
      title={`Edit ${apiKey.name}`}
      description="Changes apply from the next request. Requests outside the key's scopes or allowed addresses are then rejected."
      action="Save"
      mutation={update}
      onClose={onClose}
      onSubmit={(values) =>
        update.mutate(
          { ...placeOf(client, apiKey), body: keyValuesOf(values, apiKey) },
          toastThen('API key saved.', onClose),
        )
      }
    >
      <KeyFields client={client} apiKey={apiKey} />
    </FormDialog>
  );
}
