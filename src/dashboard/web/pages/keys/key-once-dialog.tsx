import type { Client, CreatedApiKey } from '../../api/schemas.ts';
import { OnceDialog } from '../../ui/dialogs/once-dialog.tsx';
import { KeyOnce } from './key-once.tsx';

interface KeyOnceDialogProps {
  title: string;
  client: Pick<Client, 'client_id' | 'name'>;
  created: CreatedApiKey;
  onClose: () => void;
}

/** Shows a key, which the API returns only once. */
export function KeyOnceDialog({ title, client, created, onClose }: KeyOnceDialogProps) {
  return (
    <OnceDialog title={title} isWide onClose={onClose}>
      <KeyOnce client={client} created={created} />
    </OnceDialog>
  );
}
