import { useInfiniteQuery } from '@tanstack/react-query';
import { UserRoundPlus } from 'lucide-react';
import { useState } from 'react';
import { invitationsQuery, useWithdrawInvitation } from '../../api/organizations/invitations.ts';
import type { Invitation, Organization } from '../../api/schemas.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { toastThen } from '../../ui/dialogs/toast.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { NoRows, PagedTable } from '../../ui/layout/paged-table.tsx';
import type { Column } from '../../ui/layout/table.tsx';
import { Time } from '../../ui/time.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { RoleBadge } from './role-badge.tsx';

export function InvitationsCard({ organization }: { organization: Organization }) {
  const [isInviting, setIsInviting] = useState(false);
  const [withdrawn, setWithdrawn] = useState<Invitation | null>(null);
  const query = useInfiniteQuery(invitationsQuery(organization.id));
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
  const withdraw = useWithdrawInvitation(organization.id, id);
  return (
    <ConfirmDialog
      title="Withdraw this invitation?"
      action="Withdraw"
      mutation={withdraw}
      onClose={onClose}
      onConfirm={() => withdraw.mutate(undefined, toastThen('Invitation withdrawn.', onClose))}
    >
      <p>
        The link for <strong className="wrap-anywhere">{email}</strong> stops working immediately.
      </p>
    </ConfirmDialog>
  );
}
