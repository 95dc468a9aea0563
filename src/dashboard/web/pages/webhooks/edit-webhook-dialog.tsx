import type { Webhook } from '../../api/schemas.ts';
import { useUpdateWebhook } from '../../api/organizations/webhooks.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { toastThen } from '../../ui/dialogs/toast.tsx';
import { WebhookFields, webhookOf } from './webhook-fields.tsx';

export function EditWebhookDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const update = useUpdateWebhook(webhook);
  return (
    <FormDialog
      title="Edit webhook"
      description="Events that are waiting go to the new URL."
      action="Save"
      mutation={update}
      onClose={onClose}
      onSubmit={(values) => update.mutate(webhookOf(values), toastThen('Webhook saved.', onClose))}
    >
      <WebhookFields webhook={webhook} />
    </FormDialog>
  );
}
