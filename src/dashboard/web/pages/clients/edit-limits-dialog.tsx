import { useQueryClient } from '@tanstack/react-query';
import { quotaQuery, useUpdateClient } from '../../api/clients.ts';
import type { Client } from '../../api/schemas.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { toastThen } from '../../ui/dialogs/toast.tsx';
import { LimitFields, limitsOf } from './limit-fields.tsx';

export function EditLimitsDialog({ client, onClose }: { client: Client; onClose: () => void }) {
  const update = useUpdateClient(client);
  const queryClient = useQueryClient();
  return (
    <FormDialog
      title="Edit limits"
      description="All keys of this client share these limits. Changes apply from the next request."
      action="Save"
      mutation={update}
      onClose={onClose}
      onSubmit={(values) =>
        update.mutate(
          { rate_limits: limitsOf(values, null) },
          toastThen('Limits saved.', () => {
            void queryClient.invalidateQueries(quotaQuery(client.client_id));
            onClose();
          }),
        )
      }
    >
      <LimitFields limits={client.rate_limits} />
    </FormDialog>
  );
}
