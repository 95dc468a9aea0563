import { ORGANIZATION_CHANGED } from '../../api/organizations/organizations.ts';
import type { Organization } from '../../api/schemas.ts';
import { useChange } from '../../api/transport/queries.ts';
import { ConfirmDialog, DialogButton } from '../../ui/dialogs/dialog.tsx';

/** Whether members need a second factor; owners can change it. */
export function FactorPolicy({ organization }: { organization: Organization }) {
  const { require_factor, permissions } = organization;
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
      <span>{require_factor ? 'Required for all members' : 'Not required'}</span>
      {permissions.includes('factors.require') && (
        <DialogButton
          isSmall
          dialog={(close) => <ChangePolicyDialog organization={organization} onClose={close} />}
        >
          {require_factor ? 'Stop requiring' : 'Require'}
        </DialogButton>
      )}
    </div>
  );
}

function ChangePolicyDialog({ organization, onClose }: { organization: Organization; onClose: () => void }) {
  const { require_factor, name } = organization;
  return (
    <ConfirmDialog
      title={require_factor ? 'Stop requiring a second factor?' : 'Require a second factor?'}
      action={require_factor ? 'Stop requiring' : 'Require'}
      mutation={useChange('patch', '/v1/organizations/{organizationId}', { meta: ORGANIZATION_CHANGED })}
      onClose={onClose}
      request={() => ({
        params: { path: { organizationId: organization.id } },
        body: { require_factor: !require_factor },
      })}
      done={require_factor ? 'Second factor no longer required.' : 'Second factor required.'}
    >
      {require_factor ? (
        <p>Members without a second factor can use {name} again.</p>
      ) : (
        <>
          <p>
            Members without a second factor lose access to {name} immediately, until they add one. The member
            list shows who doesn&apos;t have one.
          </p>
          <p className="text-muted">
            API keys and clients keep working. People who sign in with the organization&apos;s own identity
            provider need no second factor here.
          </p>
        </>
      )}
    </ConfirmDialog>
  );
}
