import { useQuery } from '@tanstack/react-query';
import { scopesQuery } from '../../api/catalogue.ts';
import { useGenerateKey } from '../../api/keys.ts';
import type { Client } from '../../api/schemas.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { KeyFields, keyValuesOf } from './key-fields.tsx';
import { KeyOnceDialog } from './key-once-dialog.tsx';

export function GenerateKeyDialog({ client, onClose }: { client: Client; onClose: () => void }) {
  const generate = useGenerateKey(client.client_id);
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
        generate.mutate({ ...key, ...(expires_at !== null && { expires_at }) });
      }}
    >
      <KeyFields client={client} />
    </FormDialog>
  );
}
