import type { Webhook } from '../../api/schemas.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { toastThen } from '../../ui/dialogs/toast.tsx';
import { useChange } from '../../api/transport/queries.ts';
import { WebhookFields, webhookOf } from './webhook-fields.tsx';

export function EditWebhookDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const update = useChange('patch', '/v1/webhooks/{webhookId}');
  return (
    <FormDialog
      title="Edit webhook"
      description="Events that are waiting go to the new URL."
      action="Save"
      mutation={update}
      onClose={onClose}
      onSubmit={(values) =>
        update.mutate(
          { params: { path: { webhookId: webhook.id } }, body: webhookOf(values) },
          toastThen('Webhook saved.', onClose),
        )
      }
    >
      <WebhookFields webhook={webhook} />
    </FormDialog>
  );
}
