import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Client } from '../../api/schemas.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { useChange } from '../../api/transport/queries.ts';
import { ConfirmDialog } from '../../ui/dialogs/dialog.tsx';

export function DangerCard({ client }: { client: Client }) {
  const [isDeleting, setIsDeleting] = useState(false);
  const remove = useChange('delete', '/v1/clients/{clientId}');
  const navigate = useNavigate();
  return (
    <>
      <Card
        title="Delete this client"
        description="All of its keys stop working immediately. This can't be undone."
        actions={
          <Button look="danger" onClick={() => setIsDeleting(true)}>
            Delete client
          </Button>
        }
        className="pb-4"
      />
      {isDeleting && (
        <ConfirmDialog
          title={`Delete ${client.name}?`}
          action="Delete client"
          typed={client.name}
          mutation={remove}
          onClose={() => setIsDeleting(false)}
          request={() => ({ params: { path: { clientId: client.client_id } } })}
          done={`${client.name} deleted.`}
          onDone={() => void navigate({ to: '/clients' })}
        >
          <p>
            Its API keys, client_id and client_secret stop working immediately. This can&apos;t be undone.
          </p>
          <p className="text-muted">It counts toward your client limit until the end of the UTC day.</p>
        </ConfirmDialog>
      )}
    </>
  );
}
