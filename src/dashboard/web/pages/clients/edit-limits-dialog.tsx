import { useQueryClient } from '@tanstack/react-query';
import { quotaQuery, useUpdateClient } from '../../api/clients.ts';
import type { Client } from '../../api/schemas.ts';
import { Button } from '../../ui/button.tsx';
import { Actions, Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { showToast } from '../../ui/toast.tsx';
import { LimitFields, limitsOf } from './limit-fields.tsx';

export function EditLimitsDialog({ client, onClose }: { client: Client; onClose: () => void }) {
  const update = useUpdateClient(client);
  const queryClient = useQueryClient();
  return (
    <Dialog
      title="Change limits"
      description="They apply from the next request, to all keys of this client together. Lower limits may refuse requests that succeed today."
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
