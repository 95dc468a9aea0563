import { useState } from 'react';
import { useUpdateOrganization } from '../../api/organizations/organizations.ts';
import type { Organization } from '../../api/schemas.ts';
import { Button } from '../../ui/button.tsx';
import { Actions, Dialog } from '../../ui/dialogs/dialog.tsx';
import { showToast } from '../../ui/dialogs/toast.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { limitsOf, WindowFields } from '../clients/limit-fields.tsx';
import { LimitsList } from '../clients/limits-list.tsx';

/** Limits shared by all clients of the organization; the service's administrators can change them. */
export function OrganizationLimits({ organization }: { organization: Organization }) {
  const [isEditing, setIsEditing] = useState(false);
  const { rate_limits, permissions } = organization;
  const hasLimits = Object.values(rate_limits).some((limit) => limit !== null);
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
      {hasLimits ? <LimitsList limits={rate_limits} /> : <span>None</span>}
      {permissions.includes('limits.change') && (
        <Button isSmall onClick={() => setIsEditing(true)}>
          Edit limits
        </Button>
      )}
      {isEditing && <EditLimitsDialog organization={organization} onClose={() => setIsEditing(false)} />}
    </div>
  );
}

function EditLimitsDialog({ organization, onClose }: { organization: Organization; onClose: () => void }) {
  const update = useUpdateOrganization(organization.id);
  return (
    <Dialog
      title={`Limits for ${organization.name}`}
      description="Shared by all of its clients, in addition to each client's own limits. Changes apply from the next request."
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
                onClose();
              },
            },
          )
        }
      >
        <WindowFields limits={organization.rate_limits} />
        <p className="text-[0.8125rem] text-muted">Leave a field empty for no limit. Days are UTC days.</p>
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
