import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { Notice } from '../../ui/states/notice.tsx';
import { LastUse } from '../../ui/last-use.tsx';
import { OverlapField, overlapOf } from '../../ui/forms/overlap-field.tsx';
import { useChange } from '../../api/transport/queries.ts';
import { type KeyDialogProps, placeOf } from './edit-key-dialog.tsx';
import { KeyOnceDialog } from './key-once-dialog.tsx';

export function RotateKeyDialog({ client, apiKey, onClose }: KeyDialogProps) {
  const rotate = useChange('post', '/v1/clients/{clientId}/api-keys/{keyId}/rotate');
  if (rotate.data !== undefined)
    return <KeyOnceDialog title="API key rotated" client={client} created={rotate.data} onClose={onClose} />;
  return (
    <FormDialog
      title={`Rotate ${apiKey.name}`}
      description="Creates a new key with the same name, scopes and allowed IP addresses."
      action="Rotate key"
      mutation={rotate}
      onClose={onClose}
      onSubmit={(values) => rotate.mutate({ ...placeOf(client, apiKey), body: overlapOf(values) })}
    >
      <Notice tone="warning" title="Update your programs">
        <p>
          Requests with <span className="font-mono">{apiKey.start}…</span> are rejected once the key expires.{' '}
          <LastUse noun="key" lastUsedAt={apiKey.last_used_at} />
        </p>
      </Notice>
      <OverlapField label="Current key expires" />
    </FormDialog>
  );
}
