import { useNavigate } from '@tanstack/react-router';
import type { Webhook } from '../../api/schemas.ts';
import { useDeleteWebhook } from '../../api/organizations/webhooks.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { toastThen } from '../../ui/dialogs/toast.tsx';

export function DeleteWebhookDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const remove = useDeleteWebhook(webhook);
  const navigate = useNavigate();
  return (
    <ConfirmDialog
      title="Delete this webhook?"
      action="Delete webhook"
      mutation={remove}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(
          undefined,
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
