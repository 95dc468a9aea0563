import { ORGANIZATION_CHANGED, useOrganizationGone } from '../../api/organizations.ts';
import type { Organization } from '../../api/schemas.ts';
import { useAccount } from '../../api/session.ts';
import { useChange } from '../../api/transport/queries.ts';
import { Badge, Code } from '../../ui/badge.tsx';
import { ConfirmDialog, DialogButton, FormDialog } from '../../ui/dialogs/dialog.tsx';
import { Card, DefinitionList } from '../../ui/layout/page.tsx';
import { Time } from '../../ui/time.tsx';
import { LimitsList, limitsOf, WindowFields } from '../clients/limits-card.tsx';
import { RoleBadge } from './roles.tsx';

export function OrganizationSettings({ organization }: { organization: Organization }) {
  const { id, personal, role, created_at } = organization;
  return (
    <>
      <Card title="Organization">
        <DefinitionList
          items={[
            {
              title: 'Your role',
              value: (
                <span className="inline-flex flex-wrap gap-1.5">
                  <RoleBadge role={role} />
                  {personal && <Badge tone="neutral">Personal</Badge>}
                </span>
              ),
            },
            { title: 'ID', value: <Code>{id}</Code> },
            { title: 'Shared limits', value: <OrganizationLimits organization={organization} /> },
            !personal && { title: 'Second factor', value: <FactorPolicy organization={organization} /> },
            { title: 'Created', value: <Time instant={created_at} isRelative={false} /> },
          ]}
        />
      </Card>
      <EndCard organization={organization} />
    </>
  );
}

/** Whether members need a second factor; owners can change it. */
function FactorPolicy({ organization }: { organization: Organization }) {
  const { require_factor, permissions } = organization;
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
      <span>{require_factor ? 'Required for all members' : 'Not required'}</span>
      {permissions.includes('factors.require') && (
        <DialogButton
          isSmall
          text={require_factor ? 'Stop requiring' : 'Require'}
          dialog={<ChangePolicyDialog organization={organization} />}
        />
      )}
    </div>
  );
}

function ChangePolicyDialog({ organization }: { organization: Organization }) {
  const { require_factor, name } = organization;
  return (
    <ConfirmDialog
      title={require_factor ? 'Stop requiring a second factor?' : 'Require a second factor?'}
      action={require_factor ? 'Stop requiring' : 'Require'}
      mutation={useChange('patch', '/v1/organizations/{organizationId}', { meta: ORGANIZATION_CHANGED })}
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

/** Limits shared by all clients of the organization; the service's administrators can change them. */
function OrganizationLimits({ organization }: { organization: Organization }) {
  const { rate_limits, permissions } = organization;
  const hasLimits = Object.values(rate_limits).some((limit) => limit !== null);
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
      {hasLimits ? <LimitsList limits={rate_limits} /> : <span>None</span>}
      {permissions.includes('limits.change') && (
        <DialogButton isSmall text="Edit limits" dialog={<EditLimitsDialog organization={organization} />} />
      )}
    </div>
  );
}

function EditLimitsDialog({ organization }: { organization: Organization }) {
  return (
    <FormDialog
      title={`Limits for ${organization.name}`}
      description="Shared by all of its clients, in addition to each client's own limits. Changes apply from the next request."
      action="Save"
      mutation={useChange('patch', '/v1/organizations/{organizationId}', { meta: ORGANIZATION_CHANGED })}
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

/** The page is left before anything is fetched again. */
const GONE = { meta: { outdates: [] } };

/** Leaving and deleting. A personal organization's owner can do neither: it is deleted with their account. */
function EndCard({ organization }: { organization: Organization }) {
  const { personal, permissions, role } = organization;
  const mayLeave = permissions.includes('organization.leave') && !(personal && role === 'owner');
  const mayDelete = permissions.includes('organization.delete') && !personal;
  return (
    <>
      {mayLeave && (
        <Card
          title="Leave this organization"
          description={
            role === 'owner'
              ? 'You lose access to its clients. An organization needs an owner: make another member one first.'
              : 'You lose access to its clients. To come back, you need another invitation.'
          }
          actions={<DialogButton text="Leave" dialog={<LeaveDialog organization={organization} />} />}
        />
      )}
      {mayDelete && (
        <Card
          title="Delete this organization"
          description="Deletes it with all of its clients and API keys. This can't be undone."
          actions={
            <DialogButton
              look="danger"
              text="Delete organization"
              dialog={<DeleteDialog organization={organization} />}
            />
          }
        />
      )}
    </>
  );
}

interface EndDialogProps {
  organization: Organization;
}

function LeaveDialog({ organization: { id, name } }: EndDialogProps) {
  const accountId = useAccount().id;
  const gone = useOrganizationGone(id);
  return (
    <ConfirmDialog
      title={`Leave ${name}?`}
      action="Leave"
      mutation={useChange('delete', '/v1/organizations/{organizationId}/members/{accountId}', GONE)}
      request={() => ({ params: { path: { organizationId: id, accountId } } })}
      done={`You left ${name}.`}
      onDone={() => void gone()}
    >
      The clients that you created stay in the organization, with their API keys.
    </ConfirmDialog>
  );
}

function DeleteDialog({ organization: { id, name } }: EndDialogProps) {
  const gone = useOrganizationGone(id);
  return (
    <ConfirmDialog
      title={`Delete ${name}?`}
      action="Delete organization"
      typed={name}
      mutation={useChange('delete', '/v1/organizations/{organizationId}', GONE)}
      request={() => ({ params: { path: { organizationId: id } } })}
      done={`${name} deleted.`}
      onDone={() => void gone()}
    >
      <p>
        All members lose access, and all of its API keys stop working immediately. This can&apos;t be undone.
      </p>
      <p className="text-muted">
        It counts toward the organizations you can create until the end of the UTC day.
      </p>
    </ConfirmDialog>
  );
}
