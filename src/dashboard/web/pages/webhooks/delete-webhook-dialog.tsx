import { useNavigate } from '@tanstack/react-router';
import type { Webhook } from '../../api/schemas.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { toastThen } from '../../ui/dialogs/toast.tsx';
import { useChange } from '../../api/transport/queries.ts';

export function DeleteWebhookDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const remove = useChange('delete', '/v1/webhooks/{webhookId}');
  const navigate = useNavigate();
  return (
    <ConfirmDialog
      title="Delete this webhook?"
      action="Delete webhook"
      mutation={remove}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(
          { params: { path: { webhookId: webhook.id } } },
          toastThen('Webhook deleted.', () => void navigate({ to: '/webhooks' })),
        )
      }
    >
      <p>
        <strong>{webhook.url}</strong> gets no more events. Its deliveries are deleted, too.
      </p>
    </ConfirmDialog>
  );
}
