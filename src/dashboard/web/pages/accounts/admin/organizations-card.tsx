import type { Organization } from '../../../api/schemas.ts';
import { Badge, Code } from '../../../ui/badge.tsx';
import { type Column, ListCard } from '../../../ui/layout/table.tsx';
import { LimitsList } from '../../clients/limits-list.tsx';
import { OrganizationLink } from '../../organizations/organization-link.tsx';
import { usePages } from '../../../api/transport/queries.ts';

const COLUMNS: Column<Organization>[] = [
  {
    title: 'Organization',
    isProse: true,
    isHeading: true,
    cell: ({ id, personal }) => (
      <span className="inline-flex flex-wrap items-center gap-2 font-medium">
        <OrganizationLink id={id} />
        {personal && <Badge tone="neutral">Personal</Badge>}
      </span>
    ),
  },
  { title: 'ID', cell: ({ id }) => <Code>{id}</Code> },
  {
    title: 'Shared limits',
    cell: ({ rate_limits }) =>
      Object.values(rate_limits).some((limit) => limit !== null) ? (
        <LimitsList limits={rate_limits} />
      ) : (
        <span className="text-muted">None</span>
      ),
  },
];

/** The organizations that an account is a member of. */
export function OrganizationsCard({ accountId }: { accountId: string }) {
  const query = usePages('/v1/organizations', { query: { account_id: accountId } });
  return (
    <ListCard
      title="Organizations"
      description="Open an organization to see its members and shared limits."
      query={query}
      columns={COLUMNS}
    />
  );
}
