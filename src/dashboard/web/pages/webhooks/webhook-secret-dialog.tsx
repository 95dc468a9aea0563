import { Notice } from '../../ui/states/notice.tsx';
import { CopyField } from '../../ui/forms/copy-field.tsx';
import { OnceDialog } from '../../ui/dialogs/dialog.tsx';

/** The API returns the secret only once; it is gone when the dialog closes. */
export function WebhookSecretDialog({
  title,
  secret,
  onClose,
}: {
  title: string;
  secret: string;
  onClose: () => void;
}) {
  return (
    <OnceDialog title={title} onClose={onClose}>
      <CopyField label="Secret" text={secret} />
      <Notice tone="warning" title="The secret is shown only once">
        <p>Your endpoint uses it to verify that events come from this service. If you lose it, rotate it.</p>
      </Notice>
    </OnceDialog>
  );
}
