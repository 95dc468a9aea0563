import type { Member, Organization, OrganizationRole } from '../../api/schemas.ts';
import { useAccount } from '../../api/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { type Column, ListCard, type RowAction } from '../../ui/layout/table.tsx';
import { Time } from '../../ui/time.tsx';
import { useChange, usePages } from '../../api/transport/queries.ts';
import { ConfirmDialog, FormDialog } from '../../ui/dialogs/dialog.tsx';
import { RoleBadge, RoleField } from './roles.tsx';

export function MembersCard({ organization }: { organization: Organization }) {
  const own = useAccount().id;
  const query = usePages('/v1/organizations/{organizationId}/members', {
    path: { organizationId: organization.id },
    query: { limit: 50 },
  });
  const rowActions = (member: Member): RowAction[] => {
    if (!mayChange(organization, member)) return [];
    const change: RowAction = {
      title: 'Change role',
      dialog: (close) => <RoleDialog organization={organization} member={member} onClose={close} />,
    };
    // Leaving has its own button at the end of the page.
    if (member.account_id === own) return [change];
    const remove: RowAction = {
      title: 'Remove',
      isDangerous: true,
      dialog: (close) => <RemoveMemberDialog organization={organization} member={member} onClose={close} />,
    };
    return [change, remove];
  };
  return (
    <ListCard
      title="Members"
      description="Members share the organization's clients. What they can do depends on their role."
      query={query}
      columns={columnsFor(own, organization)}
      keyOf={({ account_id }) => account_id}
      rowActions={rowActions}
      menuOf={({ full_name }) => full_name}
    />
  );
}

/** A personal organization's owner can't be changed. */
function mayChange({ permissions, personal }: Organization, { role }: Member): boolean {
  if (role !== 'owner') return permissions.includes('members.manage');
  return permissions.includes('owners.manage') && !personal;
}

function columnsFor(own: string, { personal, require_factor }: Organization): Column<Member>[] {
  return [
    {
      title: 'Member',
      isProse: true,
      isHeading: true,
      cell: ({ account_id, full_name, email }) => (
        <>
          <p className="font-medium">
            {full_name}
            {account_id === own && <span className="font-normal text-muted"> (you)</span>}
          </p>
          <p className="text-muted">{email}</p>
        </>
      ),
    },
    {
      title: 'Role',
      cell: ({ role, status, has_factor }) => (
        <span className="inline-flex flex-wrap gap-1.5">
          <RoleBadge role={role} />
          {status === 'disabled' && <Badge tone="danger">Disabled</Badge>}
          {!personal && has_factor === false && (
            <Badge tone={require_factor ? 'warning' : 'neutral'}>No second factor</Badge>
          )}
        </span>
      ),
    },
    { title: 'Joined', cell: ({ joined_at }) => <Time instant={joined_at} /> },
  ];
}

interface MemberDialogProps {
  organization: Organization;
  member: Member;
  onClose: () => void;
}

function RemoveMemberDialog({ organization, member, onClose }: MemberDialogProps) {
  return (
    <ConfirmDialog
      title={`Remove ${member.full_name}?`}
      action="Remove"
      mutation={useChange('delete', '/v1/organizations/{organizationId}/members/{accountId}')}
      onClose={onClose}
      request={() => ({
        params: { path: { organizationId: organization.id, accountId: member.account_id } },
      })}
      done={`${member.full_name} removed.`}
    >
      <p>
        {member.full_name} loses access to {organization.name} immediately. The clients they created stay,
        with their API keys. Rotate the keys and secrets that they know.
      </p>
    </ConfirmDialog>
  );
}

/** Also used to hand over an organization: make another member an owner, then change your own role. */
function RoleDialog({ organization, member, onClose }: MemberDialogProps) {
  const isOwn = useAccount().id === member.account_id;
  const change = useChange('patch', '/v1/organizations/{organizationId}/members/{accountId}');
  return (
    <FormDialog
      title={isOwn ? 'Change your role' : `Change the role of ${member.full_name}`}
      description={
        isOwn
          ? 'It applies immediately. Only another member can give you your current role back.'
          : 'It applies immediately. To hand the organization over, make another member an owner, then change your own role or leave.'
      }
      action="Change role"
      mutation={change}
      onClose={onClose}
      request={(values) => ({
        params: { path: { organizationId: organization.id, accountId: member.account_id } },
        body: { role: values.text('role') as OrganizationRole },
      })}
      done="Role changed."
    >
      <RoleField organization={organization} value={member.role} />
    </FormDialog>
  );
}
