import { useRevokeKey } from '../../api/keys.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { showToast } from '../../ui/dialogs/toast.tsx';
import { type KeyDialogProps } from './edit-key-dialog.tsx';
import { LastUse } from './last-use.tsx';

export function RevokeKeyDialog({ client, apiKey, onClose }: KeyDialogProps) {
  const revoke = useRevokeKey(client.client_id, apiKey);
  return (
    <ConfirmDialog
      title={`Revoke ${apiKey.name}?`}
      action="Revoke key"
      error={revoke.error}
      isPending={revoke.isPending}
      onClose={onClose}
      onConfirm={() =>
        revoke.mutate(undefined, {
          onSuccess: () => {
            showToast(`${apiKey.name} revoked.`);
            onClose();
          },
        })
      }
    >
      <p>
        Requests with <span className="font-mono">{apiKey.start}…</span> are refused immediately, with 401{' '}
        <span className="font-mono">revoked_api_key</span>. This can&apos;t be undone.
      </p>
      <p className="font-medium">
        <LastUse apiKey={apiKey} />
      </p>
      <p className="text-muted">To replace it without downtime, rotate it instead.</p>
    </ConfirmDialog>
  );
}
