import { ORGANIZATION_CHANGED } from '../../api/organizations/organizations.ts';
import type { Organization } from '../../api/schemas.ts';
import { limitsOf, WindowFields } from '../clients/limit-fields.tsx';
import { LimitsList } from '../clients/limits-list.tsx';
import { useChange } from '../../api/transport/queries.ts';
import { DialogButton, FormDialog } from '../../ui/dialogs/dialog.tsx';

/** Limits shared by all clients of the organization; the service's administrators can change them. */
export function OrganizationLimits({ organization }: { organization: Organization }) {
  const { rate_limits, permissions } = organization;
  const hasLimits = Object.values(rate_limits).some((limit) => limit !== null);
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
      {hasLimits ? <LimitsList limits={rate_limits} /> : <span>None</span>}
      {permissions.includes('limits.change') && (
        <DialogButton
          isSmall
          dialog={(close) => <EditLimitsDialog organization={organization} onClose={close} />}
        >
          Edit limits
        </DialogButton>
      )}
    </div>
  );
}

function EditLimitsDialog({ organization, onClose }: { organization: Organization; onClose: () => void }) {
  return (
    <FormDialog
      title={`Limits for ${organization.name}`}
      description="Shared by all of its clients, in addition to each client's own limits. Changes apply from the next request."
      action="Save"
      mutation={useChange('patch', '/v1/organizations/{organizationId}', { meta: ORGANIZATION_CHANGED })}
      onClose={onClose}
      request={(values) => ({
        params: { path: { organizationId: organization.id } },
        body: { rate_limits: limitsOf(values, null) },
      })}
      done="Limits saved."
    >
      <WindowFields limits={organization.rate_limits} />
      <p className="text-[0.8125rem] text-muted">Leave a field empty for no limit. Days are UTC days.</p>
    </FormDialog>
  );
}
