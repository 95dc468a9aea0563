import type { Client } from '../../api/schemas.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { changedScopes, ScopeFields } from '../../ui/forms/scope-fields.tsx';
import { toastThen } from '../../ui/dialogs/toast.tsx';
import { LimitFields, limitsOf } from '../clients/limit-fields.tsx';
import { useChange } from '../../api/transport/queries.ts';

/** The limits and scopes set here are also the maximum that the client's owner can set. */
export function ClientRightsDialog({ client, onClose }: { client: Client; onClose: () => void }) {
  const update = useChange('patch', '/v1/clients/{clientId}');
  return (
    <FormDialog
      title={`Limits and scopes of ${client.name}`}
      description="Changes apply from the next request. The owner can lower these limits, but can't raise them."
      action="Save"
      mutation={update}
      onClose={onClose}
      onSubmit={(values) =>
        update.mutate(
          {
            params: { path: { clientId: client.client_id } },
            body: { rate_limits: limitsOf(values, null), scopes: changedScopes(values, client.scopes) },
          },
          toastThen('Limits and scopes saved.', onClose),
        )
      }
    >
      <LimitFields limits={client.rate_limits} />
      <ScopeFields
        hint="Scopes you remove here are removed from its keys, too."
        isOffered={() => true}
        held={client.scopes}
      />
    </FormDialog>
  );
}
