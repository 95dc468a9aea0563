import { useQuery } from '@tanstack/react-query';
import { scopesQuery } from '../../api/catalogue.ts';
import type { Client } from '../../api/schemas.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { useChange } from '../../api/transport/queries.ts';
import { KeyFields, keyValuesOf } from './key-fields.tsx';
import { KeyOnceDialog } from './key-once-dialog.tsx';

export function GenerateKeyDialog({ client, onClose }: { client: Client; onClose: () => void }) {
  const generate = useChange('post', '/v1/clients/{clientId}/api-keys');
  const scopes = useQuery(scopesQuery());
  if (generate.data !== undefined)
    return (
      <KeyOnceDialog title="API key generated" client={client} created={generate.data} onClose={onClose} />
    );
  return (
    <FormDialog
      title="Generate API key"
      description={`For ${client.name}.`}
      action="Generate API key"
      mutation={{ error: generate.error, isPending: generate.isPending || scopes.isPending }}
      onClose={onClose}
      onSubmit={(values) => {
        const { expires_at, ...key } = keyValuesOf(values);
        generate.mutate({
          params: { path: { clientId: client.client_id } },
          body: { ...key, ...(expires_at !== null && { expires_at }) },
        });
      }}
    >
      <KeyFields client={client} />
    </FormDialog>
  );
}
