import { Link } from '@tanstack/react-router';
import { useOrganization } from '../../api/organizations.ts';

/** An organization's name, linked to its page. */
export function OrganizationLink({ id }: { id: string }) {
  return (
    <Link
      to="/organizations/$organizationId"
      params={{ organizationId: id }}
      className="text-accent underline-offset-4 hover:underline"
    >
      {useOrganization(id)?.name ?? id}
    </Link>
  );
}
