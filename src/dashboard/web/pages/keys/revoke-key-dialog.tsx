import { useRevokeKey } from '../../api/keys.ts';
import { RevokeDialog } from '../../ui/dialogs/revoke-dialog.tsx';
import { type KeyDialogProps } from './edit-key-dialog.tsx';

export function RevokeKeyDialog({ client, apiKey, onClose }: KeyDialogProps) {
  const revoke = useRevokeKey(client.client_id, apiKey);
  return (
    <RevokeDialog noun="key" credential={apiKey} revoke={revoke} onClose={onClose}>
      <p className="text-muted">To replace it without downtime, rotate it instead.</p>
    </RevokeDialog>
  );
}
