import type { Webhook } from '../../api/schemas.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { OverlapField, overlapOf } from '../../ui/forms/overlap-field.tsx';
import { useChange } from '../../api/transport/queries.ts';
import { WebhookSecretDialog } from './webhook-secret-dialog.tsx';

export function RotateWebhookDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const rotate = useChange('post', '/v1/webhooks/{webhookId}/rotate');
  if (rotate.data !== undefined)
    return <WebhookSecretDialog title="Secret rotated" secret={rotate.data.secret} onClose={onClose} />;
  return (
    <FormDialog
      title="Rotate the secret"
      description="Until the current secret expires, events are signed with both."
      action="Rotate secret"
      mutation={rotate}
      onClose={onClose}
      onSubmit={(values) =>
        rotate.mutate({ params: { path: { webhookId: webhook.id } }, body: overlapOf(values) })
      }
    >
      <OverlapField label="Current secret expires" />
    </FormDialog>
  );
}
