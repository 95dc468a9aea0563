import { useState } from 'react';
import { useOrganizationGone } from '../../api/organizations/organizations.ts';
import type { Organization } from '../../api/schemas.ts';
import { useAccount } from '../../api/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { useChange } from '../../api/transport/queries.ts';
import { ConfirmDialog } from '../../ui/dialogs/dialog.tsx';

/** The page is left before anything is fetched again. */
const GONE = { meta: { outdates: [] } };

interface OrganizationProps {
  organization: Organization;
}

/** Leaving and deleting. A personal organization's owner can do neither: it is deleted with their account. */
export function EndCard({ organization: { personal, permissions, role }, organization }: OrganizationProps) {
  const mayLeave = permissions.includes('organization.leave') && !(personal && role === 'owner');
  const mayDelete = permissions.includes('organization.delete') && !personal;
  return (
    <>
      {mayLeave && <LeaveCard organization={organization} />}
      {mayDelete && <DeleteCard organization={organization} />}
    </>
  );
}

function LeaveCard({ organization: { id, name, role } }: OrganizationProps) {
  const [isOpen, setIsOpen] = useState(false);
  const leave = useChange('delete', '/v1/organizations/{organizationId}/members/{accountId}', GONE);
  const accountId = useAccount().id;
  const gone = useOrganizationGone(id);
  return (
    <>
      <Card
        title="Leave this organization"
        description={
          role === 'owner'
            ? 'You lose access to its clients. An organization needs an owner: make another member one first.'
            : 'You lose access to its clients. To come back, you need another invitation.'
        }
        actions={<Button onClick={() => setIsOpen(true)}>Leave</Button>}
        className="pb-4"
      />
      {isOpen && (
        <ConfirmDialog
          title={`Leave ${name}?`}
          action="Leave"
          mutation={leave}
          onClose={() => setIsOpen(false)}
          request={() => ({ params: { path: { organizationId: id, accountId } } })}
          done={`You left ${name}.`}
          onDone={() => void gone()}
        >
          <p>The clients that you created stay in the organization, with their API keys.</p>
        </ConfirmDialog>
      )}
    </>
  );
}

function DeleteCard({ organization: { id, name } }: OrganizationProps) {
  const [isOpen, setIsOpen] = useState(false);
  const remove = useChange('delete', '/v1/organizations/{organizationId}', GONE);
  const gone = useOrganizationGone(id);
  return (
    <>
      <Card
        title="Delete this organization"
        description="Deletes it with all of its clients and API keys. This can't be undone."
        actions={
          <Button look="danger" onClick={() => setIsOpen(true)}>
            Delete organization
          </Button>
        }
        className="pb-4"
      />
      {isOpen && (
        <ConfirmDialog
          title={`Delete ${name}?`}
          action="Delete organization"
          typed={name}
          mutation={remove}
          onClose={() => setIsOpen(false)}
          request={() => ({ params: { path: { organizationId: id } } })}
          done={`${name} deleted.`}
          onDone={() => void gone()}
        >
          <p>
            All members lose access, and all of its API keys stop working immediately. This can&apos;t be
            undone.
          </p>
          <p className="text-muted">
            It counts toward the organizations you can create until the end of the UTC day.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
