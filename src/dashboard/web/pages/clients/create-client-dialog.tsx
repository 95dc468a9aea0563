import { useNavigate } from '@tanstack/react-router';
import { useCurrentOrganization } from '../../api/organizations/current-organization.ts';
import type { CreatedClient } from '../../api/schemas.ts';
import { Button } from '../../ui/button.tsx';
import { Actions, Dialog } from '../../ui/dialogs/dialog.tsx';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { TextAreaField, TextField } from '../../ui/forms/fields.tsx';
import { textOf } from '../../ui/forms/form.tsx';
import { useChange } from '../../api/transport/queries.ts';
import { CredentialsOnce } from './credentials-once.tsx';
import { LimitFields, limitsOf } from './limit-fields.tsx';

export function CreateClientDialog({ onClose }: { onClose: () => void }) {
  const create = useChange('post', '/v1/clients');
  const organization = useCurrentOrganization();
  if (create.data !== undefined) return <CreatedDialog client={create.data} onClose={onClose} />;
  return (
    <FormDialog
      title="Create New Client"
      description={`Create one client for each app or environment.${organization ? ` This one belongs to ${organization.name}.` : ''}`}
      action="Create New Client"
      mutation={create}
      onClose={onClose}
      onSubmit={(values) =>
        create.mutate({
          body: {
            organization_id: organization?.id,
            name: textOf(values, 'name'),
            description: textOf(values, 'description') || undefined,
            rate_limits: limitsOf(values, undefined),
          },
        })
      }
    >
      <TextField name="name" label="Name" maxLength={100} autoComplete="off" required />
      <TextAreaField name="description" label="Description" maxLength={500} />
      <details className="rounded-md border border-line px-3.5 py-2.5">
        <summary className="font-medium">Limits</summary>
        <div className="mt-3">
          <LimitFields />
        </div>
      </details>
    </FormDialog>
  );
}

function CreatedDialog({ client, onClose }: { client: CreatedClient; onClose: () => void }) {
  const navigate = useNavigate();
  return (
    <Dialog title={`${client.name} created`} isDismissible={false} onClose={onClose}>
      <div className="space-y-4">
        <CredentialsOnce client={client} />
        <Actions>
          <Button onClick={onClose}>Done</Button>
          <Button
            look="primary"
            onClick={() =>
              void navigate({ to: '/clients/$clientId', params: { clientId: client.client_id } })
            }
          >
            Go to client
          </Button>
        </Actions>
      </div>
    </Dialog>
  );
}
