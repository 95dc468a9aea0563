import { useOrganizationGone } from '../../api/organizations.ts';
import type { Organization } from '../../api/schemas.ts';
import { useAccount } from '../../api/session.ts';
import { useChange } from '../../api/transport/queries.ts';
import { ConfirmDialog, DialogButton } from '../../ui/dialogs/dialog.tsx';
import { Card } from '../../ui/layout/card.tsx';

/** The page is left before anything is fetched again. */
const GONE = { meta: { outdates: [] } };

/** Leaving and deleting. A personal organization's owner can do neither: it is deleted with their account. */
export function EndCard({ organization }: { organization: Organization }) {
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
          className="pb-4"
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
          className="pb-4"
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
      <p>The clients that you created stay in the organization, with their API keys.</p>
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
