import type { Client } from '../../api/schemas.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { toastThen } from '../../ui/dialogs/toast.tsx';
import { useChange } from '../../api/transport/queries.ts';
import { LimitFields, limitsOf } from './limit-fields.tsx';

export function EditLimitsDialog({ client, onClose }: { client: Client; onClose: () => void }) {
  const update = useChange('patch', '/v1/clients/{clientId}', {
    meta: { outdates: ['/v1/clients', '/v1/usage/quota'] },
  });
  return (
    <FormDialog
      title="Edit limits"
      description="All keys of this client share these limits. Changes apply from the next request."
      action="Save"
      mutation={update}
      onClose={onClose}
      onSubmit={(values) =>
        update.mutate(
          { params: { path: { clientId: client.client_id } }, body: { rate_limits: limitsOf(values, null) } },
          toastThen('Limits saved.', onClose),
        )
      }
    >
      <LimitFields limits={client.rate_limits} />
    </FormDialog>
  );
}
