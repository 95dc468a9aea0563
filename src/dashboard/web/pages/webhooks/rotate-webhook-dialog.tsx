import type { Webhook } from '../../api/schemas.ts';
import { useRotateWebhookSecret } from '../../api/organizations/webhooks.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { textOf } from '../../ui/forms/form.tsx';
import { OverlapField } from '../../ui/forms/overlap-field.tsx';
import { WebhookSecretDialog } from './webhook-secret-dialog.tsx';

export function RotateWebhookDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const rotate = useRotateWebhookSecret(webhook);
  if (rotate.data !== undefined)
    return <WebhookSecretDialog title="Secret rotated" secret={rotate.data.secret} onClose={onClose} />;
  return (
    <FormDialog
      title="Rotate the secret"
      description="Until the current secret expires, events are signed with both."
      action="Rotate secret"
      mutation={rotate}
      onClose={onClose}
      onSubmit={(values) => rotate.mutate(Number(textOf(values, 'overlap_seconds')))}
    >
      <OverlapField label="Current secret expires" />
    </FormDialog>
  );
}
