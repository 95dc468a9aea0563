import { useQueryClient } from '@tanstack/react-query';
import { quotaQuery, useUpdateClient } from '../../api/clients.ts';
import type { Client } from '../../api/schemas.ts';
import { Button } from '../../ui/button.tsx';
import { Actions, Dialog } from '../../ui/dialogs/dialog.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { showToast } from '../../ui/dialogs/toast.tsx';
import { LimitFields, limitsOf } from './limit-fields.tsx';

export function EditLimitsDialog({ client, onClose }: { client: Client; onClose: () => void }) {
  const update = useUpdateClient(client);
  const queryClient = useQueryClient();
  return (
    <Dialog
      title="Edit limits"
      description="All keys of this client share these limits. Changes apply from the next request."
      onClose={onClose}
    >
      <Form
        error={update.error}
        onSubmit={(values) =>
          update.mutate(
            { rate_limits: limitsOf(values, null) },
            {
              onSuccess: () => {
                showToast('Limits saved.');
                void queryClient.invalidateQueries(quotaQuery(client.client_id));
                onClose();
              },
            },
          )
        }
      >
        <LimitFields limits={client.rate_limits} />
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
