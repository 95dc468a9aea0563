import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { ownOrganizationsQuery } from '../../api/organizations/organizations.ts';
import type { Organization } from '../../api/schemas.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { type Column, Table } from '../../ui/layout/table.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { Time } from '../../ui/time.tsx';
import { CreateOrganizationDialog } from './create-organization-dialog.tsx';
import { RoleBadge } from './role-badge.tsx';

const COLUMNS: Column<Organization>[] = [
  {
    title: 'Name',
    isProse: true,
    isHeading: true,
    cell: ({ id, name, personal, access }) => (
      <span className="inline-flex flex-wrap items-center gap-2">
        <Link
          to="/organizations/$organizationId"
          params={{ organizationId: id }}
          className="font-medium text-accent underline-offset-4 hover:underline"
        >
          {name}
        </Link>
        {personal && <Badge tone="neutral">Personal</Badge>}
        {access === 'factor_required' && <Badge tone="warning">Second factor required</Badge>}
      </span>
    ),
  },
  { title: 'Your role', cell: ({ role }) => <RoleBadge role={role} /> },
  { title: 'Created', cell: ({ created_at }) => <Time instant={created_at} /> },
];

export function OrganizationsPage() {
  const [isCreating, setIsCreating] = useState(false);
  const query = useQuery(ownOrganizationsQuery);
  return (
    <Page
      title="Organizations"
      description="Share clients, API keys and usage with others. Your personal organization is yours alone until you invite somebody."
      actions={
        <Button look="primary" onClick={() => setIsCreating(true)}>
          <Plus aria-hidden className="size-4" />
          Create organization
        </Button>
      }
    >
      <Card isFlush className="overflow-hidden">
        <Loaded query={query}>
          {(organizations) => (
            <Table
              caption="Your organizations"
              columns={COLUMNS}
              rows={organizations}
              keyOf={({ id }) => id}
            />
          )}
        </Loaded>
      </Card>
      {isCreating && <CreateOrganizationDialog onClose={() => setIsCreating(false)} />}
    </Page>
  );
}
