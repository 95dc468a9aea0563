import { useRotateKey } from '../../api/keys.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { textOf } from '../../ui/forms/form.tsx';
import { Notice } from '../../ui/states/notice.tsx';
import { LastUse } from '../../ui/last-use.tsx';
import { OverlapField } from '../../ui/forms/overlap-field.tsx';
import { type KeyDialogProps } from './edit-key-dialog.tsx';
import { KeyOnceDialog } from './key-once-dialog.tsx';

export function RotateKeyDialog({ client, apiKey, onClose }: KeyDialogProps) {
  const rotate = useRotateKey(client.client_id, apiKey);
  if (rotate.data !== undefined)
    return <KeyOnceDialog title="API key rotated" client={client} created={rotate.data} onClose={onClose} />;
  return (
    <FormDialog
      title={`Rotate ${apiKey.name}`}
      description="Creates a new key with the same name, scopes and allowed IP addresses."
      action="Rotate key"
      mutation={rotate}
      onClose={onClose}
      onSubmit={(values) => rotate.mutate(Number(textOf(values, 'overlap_seconds')))}
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
