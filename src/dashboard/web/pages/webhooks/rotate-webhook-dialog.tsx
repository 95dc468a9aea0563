import type { Webhook } from '../../api/schemas.ts';
import { useRotateWebhookSecret } from '../../api/organizations/webhooks.ts';
import { Button } from '../../ui/button.tsx';
import { Actions, Dialog } from '../../ui/dialogs/dialog.tsx';
import { Form, textOf } from '../../ui/forms/form.tsx';
import { OverlapField } from '../../ui/forms/overlap-field.tsx';
import { WebhookSecretDialog } from './webhook-secret-dialog.tsx';

export function RotateWebhookDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const rotate = useRotateWebhookSecret(webhook);
  if (rotate.data !== undefined)
    return <WebhookSecretDialog title="Secret rotated" secret={rotate.data.secret} onClose={onClose} />;
  return (
    <Dialog
      title="Rotate the secret"
      description="Until the current secret expires, events are signed with both."
      onClose={onClose}
    >
      <Form
        error={rotate.error}
        onSubmit={(values) => rotate.mutate(Number(textOf(values, 'overlap_seconds')))}
      >
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
