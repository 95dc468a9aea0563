import { useQuery } from '@tanstack/react-query';
import { scopesQuery } from '../../api/catalogue.ts';
import { useGenerateKey } from '../../api/keys.ts';
import type { Client } from '../../api/schemas.ts';
import { Button } from '../../ui/button.tsx';
import { Actions, Dialog } from '../../ui/dialogs/dialog.tsx';
import { Form } from '../../ui/forms/form.tsx';
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
    <Dialog title="Generate API key" description={`For ${client.name}.`} onClose={onClose}>
      <Form
        error={generate.error}
        onSubmit={(values) => {
          const { expires_at, ...key } = keyValuesOf(values);
          generate.mutate({ ...key, ...(expires_at !== null && { expires_at }) });
        }}
      >
        <KeyFields client={client} />
        <Actions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isPending={generate.isPending || scopes.isPending}>
            Generate API key
          </Button>
        </Actions>
      </Form>
    </Dialog>
  );
}
