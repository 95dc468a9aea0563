import type { Mail } from '../../../api/schemas.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { toastThen } from '../../../ui/dialogs/toast.tsx';
import { useChange } from '../../../api/transport/queries.ts';

export function RetryMailDialog({ mail, onClose }: { mail: Mail; onClose: () => void }) {
  const retry = useChange('post', '/v1/mails/{mailId}/retry');
  return (
    <ConfirmDialog
      title="Send this message again?"
      action="Send again"
      mutation={retry}
      onClose={onClose}
      onConfirm={() =>
        retry.mutate({ params: { path: { mailId: mail.id } } }, toastThen('Message queued.', onClose))
      }
    >
      <p>
        The message goes to <strong>{mail.recipient}</strong>, with a new link if it has one. If the message
        is no longer needed, it is deleted instead.
      </p>
      {mail.state === 'unconfirmed' && (
        <p>The mail server may already have accepted this message, so it can arrive twice.</p>
      )}
    </ConfirmDialog>
  );
}
