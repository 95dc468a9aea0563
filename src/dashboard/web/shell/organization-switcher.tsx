import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { chooseOrganization, useCurrentOrganization } from '../api/organizations/current-organization.ts';
import { ownOrganizationsQuery } from '../api/organizations/organizations.ts';
import { Select } from '../ui/forms/select.tsx';

/** Selects whose clients, keys and usage are shown, for users with more than one organization. */
export function OrganizationSwitcher({ onNavigate }: { onNavigate?: () => void }) {
  const { data: own = [] } = useQuery(ownOrganizationsQuery);
  const current = useCurrentOrganization();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  if (current === undefined) return null;
  const choose = (id: string) => {
    chooseOrganization(id);
    // The current URL may name a client or webhook of the previous organization.
    if (pathname.startsWith('/organizations/'))
      void navigate({ to: '/organizations/$organizationId', params: { organizationId: id } });
    else void navigate({ to: pathname.replace(/^\/(clients|webhooks)\/.*/, '/$1'), search: {} });
    onNavigate?.();
  };
  return (
    <Select label="Organization" value={current.id} onChange={choose}>
      {own.map(({ id, name, personal }) => (
        <option key={id} value={id}>
          {personal ? `${name} (personal)` : name}
        </option>
      ))}
    </Select>
  );
}
