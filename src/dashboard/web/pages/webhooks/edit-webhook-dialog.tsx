import type { Webhook } from '../../api/schemas.ts';
import { useUpdateWebhook } from '../../api/organizations/webhooks.ts';
import { Button } from '../../ui/button.tsx';
import { Actions, Dialog } from '../../ui/dialogs/dialog.tsx';
import { showToast } from '../../ui/dialogs/toast.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { WebhookFields, webhookOf } from './webhook-fields.tsx';

export function EditWebhookDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const update = useUpdateWebhook(webhook);
  return (
    <Dialog title="Edit webhook" description="Events that are waiting go to the new URL." onClose={onClose}>
      <Form
        error={update.error}
        onSubmit={(values) =>
          update.mutate(webhookOf(values), {
            onSuccess: () => {
              showToast('Webhook saved.');
              onClose();
            },
          })
        }
      >
        <WebhookFields webhook={webhook} />
        <Actions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isPending={update.isPending}>
            Save
          </Button>
        </Actions>
      </Form>
    </Dialog>
  );
}
