import { useRotateSecret } from '../../api/clients.ts';
import type { Client } from '../../api/schemas.ts';
import { Button } from '../../ui/button.tsx';
import { Actions, Dialog } from '../../ui/dialogs/dialog.tsx';
import { OnceDialog } from '../../ui/dialogs/once-dialog.tsx';
import { Form, textOf } from '../../ui/forms/form.tsx';
import { Notice } from '../../ui/states/notice.tsx';
import { OverlapField } from '../../ui/forms/overlap-field.tsx';
import { CredentialsOnce } from './credentials-once.tsx';

export function RotateSecretDialog({ client, onClose }: { client: Client; onClose: () => void }) {
  const rotate = useRotateSecret(client);
  if (rotate.data !== undefined)
    return (
      <OnceDialog title="Secret rotated" onClose={onClose}>
        <CredentialsOnce client={rotate.data} />
      </OnceDialog>
    );
  return (
    <Dialog title={`Rotate the secret for ${client.name}`} onClose={onClose}>
      <Form
        error={rotate.error}
        onSubmit={(values) => rotate.mutate(Number(textOf(values, 'overlap_seconds')))}
      >
        <Notice tone="warning" title="Update your programs">
          <p>
            Programs that still use the current secret fail once it stops working. API keys and forecasts
            aren&apos;t affected.
          </p>
        </Notice>
        <OverlapField label="Current secret expires" />
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
