import { RevokeDialog } from '../../ui/dialogs/revoke-dialog.tsx';
import { useChange } from '../../api/transport/queries.ts';
import { type KeyDialogProps, placeOf } from './edit-key-dialog.tsx';

export function RevokeKeyDialog({ client, apiKey, onClose }: KeyDialogProps) {
  const revoke = useChange('delete', '/v1/clients/{clientId}/api-keys/{keyId}');
  return (
    <RevokeDialog
      noun="key"
      credential={apiKey}
      mutation={revoke}
      onRevoke={(options) => revoke.mutate(placeOf(client, apiKey), options)}
      onClose={onClose}
    >
      <p className="text-muted">To replace it without downtime, rotate it instead.</p>
    </RevokeDialog>
  );
}
