import { useNavigate } from '@tanstack/react-router';
import { chooseOrganization } from '../../api/organizations/current-organization.ts';
import type { OrganizationQuota } from '../../api/schemas.ts';
import { Button } from '../../ui/button.tsx';
import { Actions, Dialog } from '../../ui/dialogs/dialog.tsx';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { showToast } from '../../ui/dialogs/toast.tsx';
import { TextField } from '../../ui/forms/fields.tsx';
import { textOf } from '../../ui/forms/form.tsx';
import { Notice } from '../../ui/states/notice.tsx';
import { useAnswer, useChange } from '../../api/transport/queries.ts';

export function CreateOrganizationDialog({ onClose }: { onClose: () => void }) {
  const { data: quota } = useAnswer('get', '/v1/organizations/quota', undefined, { staleTime: 0 });
  const create = useChange('post', '/v1/organizations');
  const navigate = useNavigate();
  if (quota?.remaining === 0 && create.isIdle) return <NoneLeftDialog quota={quota} onClose={onClose} />;
  return (
    <FormDialog
      title="Create organization"
      description="You become its owner. Then invite others and create its clients."
      action="Create organization"
      mutation={create}
      onClose={onClose}
      onSubmit={(values) =>
        create.mutate(
          { body: { name: textOf(values, 'name') } },
          {
            onSuccess: ({ id, name }) => {
              showToast(`${name} created.`);
              chooseOrganization(id);
              void navigate({ to: '/organizations/$organizationId', params: { organizationId: id } });
            },
          },
        )
      }
    >
      <TextField
        name="name"
        label="Name"
        maxLength={100}
        autoComplete="organization"
        hint={quota && `You can create ${quota.remaining} more, of ${quota.limit} in total.`}
        required
      />
    </FormDialog>
  );
}

function NoneLeftDialog({ quota, onClose }: { quota: OrganizationQuota; onClose: () => void }) {
  return (
    <Dialog title="Create organization" onClose={onClose}>
      <Notice tone="info" title="You can't create more organizations">
        <p>
          {`An account can create ${quota.limit}. Those you deleted today count until the end of the UTC day. You can still join others.`}
        </p>
      </Notice>
      <Actions>
        <Button look="primary" onClick={onClose}>
          Close
        </Button>
      </Actions>
    </Dialog>
  );
}
