import type { Client } from '../../api/schemas.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { OnceDialog } from '../../ui/dialogs/once-dialog.tsx';
import { Notice } from '../../ui/states/notice.tsx';
import { OverlapField, overlapOf } from '../../ui/forms/overlap-field.tsx';
import { useChange } from '../../api/transport/queries.ts';
import { CredentialsOnce } from './credentials-once.tsx';

export function RotateSecretDialog({ client, onClose }: { client: Client; onClose: () => void }) {
  const rotate = useChange('post', '/v1/clients/{clientId}/secret');
  if (rotate.data !== undefined)
    return (
      <OnceDialog title="Secret rotated" onClose={onClose}>
        <CredentialsOnce client={rotate.data} />
      </OnceDialog>
    );
  return (
    <FormDialog
      title={`Rotate the secret for ${client.name}`}
      action="Rotate secret"
      mutation={rotate}
      onClose={onClose}
      onSubmit={(values) =>
        rotate.mutate({ params: { path: { clientId: client.client_id } }, body: overlapOf(values) })
      }
    >
      <Notice tone="warning" title="Update your programs">
        <p>
          Programs that still use the current secret fail once it stops working. API keys and forecasts
          aren&apos;t affected.
        </p>
      </Notice>
      <OverlapField label="Current secret expires" />
    </FormDialog>
  );
}
