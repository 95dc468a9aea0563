import { useUpdateClient } from '../../api/clients.ts';
import type { Client } from '../../api/schemas.ts';
import { Button } from '../../ui/button.tsx';
import { Actions, Dialog } from '../../ui/dialogs/dialog.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { changedScopes, ScopeFields } from '../../ui/forms/scope-fields.tsx';
import { showToast } from '../../ui/dialogs/toast.tsx';
import { LimitFields, limitsOf } from '../clients/limit-fields.tsx';

/** The limits and scopes set here are also the maximum that the client's owner can set. */
export function ClientRightsDialog({ client, onClose }: { client: Client; onClose: () => void }) {
  const update = useUpdateClient(client);
  return (
    <Dialog
      title={`Limits and scopes of ${client.name}`}
      description="Changes apply from the next request. The owner can lower these limits, but can't raise them."
      onClose={onClose}
    >
      <Form
        error={update.error}
        onSubmit={(values) =>
          update.mutate(
            { rate_limits: limitsOf(values, null), scopes: changedScopes(values, client.scopes) },
            {
              onSuccess: () => {
                showToast('Limits and scopes saved.');
                onClose();
              },
            },
          )
        }
      >
        <LimitFields limits={client.rate_limits} />
        <ScopeFields
          hint="Scopes you remove here are removed from its keys, too."
          isOffered={() => true}
          held={client.scopes}
        />
        <Actions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isPending={update.isPending}>
            Save
          </Button>
        </Actions>
      </Form>
    </Dialog>
  );
}
