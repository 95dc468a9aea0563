import { UserRoundPlus } from 'lucide-react';
import { useState } from 'react';
import type { Invitation, Organization } from '../../api/schemas.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { toastThen } from '../../ui/dialogs/toast.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { NoRows, PagedTable } from '../../ui/layout/paged-table.tsx';
import type { Column } from '../../ui/layout/table.tsx';
import { Time } from '../../ui/time.tsx';
import { useChange, usePages } from '../../api/transport/queries.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { RoleBadge } from './role-badge.tsx';

export function InvitationsCard({ organization }: { organization: Organization }) {
  const [isInviting, setIsInviting] = useState(false);
  const [withdrawn, setWithdrawn] = useState<Invitation | null>(null);
  const query = usePages('/v1/organizations/{organizationId}/invitations', {
    path: { organizationId: organization.id },
    query: { limit: 50 },
  });
  return (
    <Card
      title="Invitations"
      description="Links that haven't been used yet. Each works once and expires after seven days."
      actions={
        <Button look="primary" isSmall onClick={() => setIsInviting(true)}>
          <UserRoundPlus aria-hidden className="size-4" />
          Invite
        </Button>
      }
      isFlush
    >
      <PagedTable
        query={query}
        caption="Invitations"
        columns={columnsOf(setWithdrawn)}
        keyOf={({ id }) => id}
        empty={<NoRows>No pending invitations.</NoRows>}
      />
      {isInviting && <InviteDialog organization={organization} onClose={() => setIsInviting(false)} />}
      {withdrawn !== null && (
        <WithdrawDialog
          organization={organization}
          invitation={withdrawn}
          onClose={() => setWithdrawn(null)}
        />
      )}
    </Card>
  );
}

function columnsOf(onWithdraw: (invitation: Invitation) => void): Column<Invitation>[] {
  return [
    {
      title: 'Email',
      isProse: true,
      isHeading: true,
      cell: ({ email }) => <span className="font-medium">{email}</span>,
    },
    { title: 'Role', cell: ({ role }) => <RoleBadge role={role} /> },
    { title: 'Expires', cell: ({ expires_at }) => <Time instant={expires_at} /> },
    {
      title: 'Actions',
      isActions: true,
      cell: (invitation) => (
        <Button
          isSmall
          aria-label={`Withdraw the invitation for ${invitation.email}`}
          onClick={() => onWithdraw(invitation)}
        >
          Withdraw
        </Button>
      ),
    },
  ];
}

interface WithdrawDialogProps {
  organization: Organization;
  invitation: Invitation;
  onClose: () => void;
}

function WithdrawDialog({ organization, invitation: { id, email }, onClose }: WithdrawDialogProps) {
  const withdraw = useChange('delete', '/v1/organizations/{organizationId}/invitations/{invitationId}');
  return (
    <ConfirmDialog
      title="Withdraw this invitation?"
      action="Withdraw"
      mutation={withdraw}
      onClose={onClose}
      onConfirm={() =>
        withdraw.mutate(
          { params: { path: { organizationId: organization.id, invitationId: id } } },
          toastThen('Invitation withdrawn.', onClose),
        )
      }
    >
      <p>
        The link for <strong className="wrap-anywhere">{email}</strong> stops working immediately.
      </p>
    </ConfirmDialog>
  );
}
