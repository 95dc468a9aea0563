import type { Client, CreatedApiKey } from '../../api/schemas.ts';
import { Button } from '../../ui/button.tsx';
import { Actions, Dialog } from '../../ui/dialogs/dialog.tsx';
import { KeyOnce } from './key-once.tsx';

interface KeyOnceDialogProps {
  title: string;
  client: Pick<Client, 'client_id' | 'name'>;
  created: CreatedApiKey;
  onClose: () => void;
}

/** The only time that a key is shown. */
export function KeyOnceDialog({ title, client, created, onClose }: KeyOnceDialogProps) {
  return (
    <Dialog title={title} isDismissible={false} isWide onClose={onClose}>
      <div className="space-y-4">
        <KeyOnce client={client} created={created} />
        <Actions>
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        </Actions>
      </div>
    </Dialog>
  );
}
