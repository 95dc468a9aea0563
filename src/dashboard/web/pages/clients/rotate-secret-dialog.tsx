import { useRotateSecret } from '../../api/clients.ts';
import type { Client } from '../../api/schemas.ts';
import { Button } from '../../ui/button.tsx';
import { Actions, Dialog } from '../../ui/dialog.tsx';
import { Form, textOf } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { OverlapField } from '../../ui/overlap-field.tsx';
import { CredentialsOnce } from './credentials-once.tsx';

export function RotateSecretDialog({ client, onClose }: { client: Client; onClose: () => void }) {
  const rotate = useRotateSecret(client);
  if (rotate.data !== undefined)
    return (
      <Dialog title="The secret is replaced" isDismissible={false} onClose={onClose}>
        <div className="space-y-4">
          <CredentialsOnce client={rotate.data} />
          <Actions>
            <Button look="primary" onClick={onClose}>
              Done
            </Button>
          </Actions>
        </div>
      </Dialog>
    );
  return (
    <Dialog title={`Rotate the secret of ${client.name}`} onClose={onClose}>
      <Form
        error={rotate.error}
        onSubmit={(values) => rotate.mutate(Number(textOf(values, 'overlap_seconds')))}
      >
        <Notice tone="warning" title="What it breaks">
          <p>
            Programs that sign in with the present secret fail as soon as it stops working. API keys and
            forecasts are not touched.
          </p>
        </Notice>
        <OverlapField label="The present secret goes on working for" />
        <Actions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isPending={rotate.isPending}>
            Rotate secret
          </Button>
        </Actions>
      </Form>
    </Dialog>
  );
}
