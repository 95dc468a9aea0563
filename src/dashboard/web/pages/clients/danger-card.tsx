import { useNavigate } from '@tanstack/react-router';
import type { Client } from '../../api/schemas.ts';
import { Card } from '../../ui/layout/card.tsx';
import { useChange } from '../../api/transport/queries.ts';
import { ConfirmDialog, DialogButton } from '../../ui/dialogs/dialog.tsx';

export function DangerCard({ client }: { client: Client }) {
  return (
    <Card
      title="Delete this client"
      description="All of its keys stop working immediately. This can't be undone."
      actions={
        <DialogButton
          look="danger"
          dialog={(close) => <DeleteClientDialog client={client} onClose={close} />}
        >
          Delete client
        </DialogButton>
      }
      className="pb-4"
    />
  );
}

function DeleteClientDialog({ client, onClose }: { client: Client; onClose: () => void }) {
  const navigate = useNavigate();
  return (
    <ConfirmDialog
      title={`Delete ${client.name}?`}
      action="Delete client"
      typed={client.name}
      mutation={useChange('delete', '/v1/clients/{clientId}')}
      request={() => ({ params: { path: { clientId: client.client_id } } })}
      done={`${client.name} deleted.`}
      onDone={() => void navigate({ to: '/clients' })}
      onClose={onClose}
    >
      <p>Its API keys, client_id and client_secret stop working immediately. This can&apos;t be undone.</p>
      <p className="text-muted">It counts toward your client limit until the end of the UTC day.</p>
    </ConfirmDialog>
  );
}
