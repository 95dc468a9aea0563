import { useNavigate } from '@tanstack/react-router';
import type { Client } from '../../api/schemas.ts';
import { Menu } from '../../ui/dialogs/menu.tsx';

interface ClientActionsProps {
  accountId: string;
  client: Client;
  onEdit: () => void;
  onToggle: () => void;
}

export function ClientActions({ accountId, client, onEdit, onToggle }: ClientActionsProps) {
  const navigate = useNavigate();
  const isActive = client.status === 'active';
  return (
    <Menu
      name={`Actions for ${client.name}`}
      items={[
        { title: 'Edit limits and scopes', onSelect: onEdit },
        {
          title: 'View usage',
          onSelect: () =>
            void navigate({ to: '/usage', search: { account: accountId, client: client.client_id } }),
        },
        { title: isActive ? 'Disable' : 'Enable', onSelect: onToggle, isDangerous: isActive },
      ]}
    />
  );
}
