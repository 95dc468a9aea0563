import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useDeleteClient } from '../../api/clients.ts';
import type { Client } from '../../api/schemas.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { showToast } from '../../ui/toast.tsx';

export function DangerCard({ client }: { client: Client }) {
  const [isDeleting, setIsDeleting] = useState(false);
  const remove = useDeleteClient(client);
  const navigate = useNavigate();
  return (
    <>
      <Card
        title="Delete this client"
        description="Final. All of its keys stop working at once."
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
          error={remove.error}
          isPending={remove.isPending}
          onClose={() => setIsDeleting(false)}
          onConfirm={() =>
            remove.mutate(undefined, {
              onSuccess: () => {
                showToast(`${client.name} is deleted.`);
                void navigate({ to: '/clients' });
              },
            })
          }
        >
          <p>
            Every request with one of its keys is refused from now on, and so are its client_id and
            client_secret. It cannot be undone.
          </p>
          <p className="text-muted">It counts towards your number of clients until the UTC day ends.</p>
        </ConfirmDialog>
      )}
    </>
  );
}
