import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { useMay } from '../../api/organizations/organizations.ts';
import type { ApiKey, Client } from '../../api/schemas.ts';
import { Button } from '../../ui/button.tsx';
import { CREDENTIAL_COLUMNS } from '../../ui/credential-columns.tsx';
import { Menu } from '../../ui/dialogs/menu.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { PagedTable } from '../../ui/layout/paged-table.tsx';
import type { Column } from '../../ui/layout/table.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { usePages } from '../../api/transport/queries.ts';
import { GenerateKeyDialog } from './generate-key-dialog.tsx';
import { EditKeyDialog } from './edit-key-dialog.tsx';
import { RevokeKeyDialog } from './revoke-key-dialog.tsx';
import { RotateKeyDialog } from './rotate-key-dialog.tsx';

type Change = 'edit' | 'rotate' | 'revoke';

const { name, status, scopes, lastUsed } = CREDENTIAL_COLUMNS;
const COLUMNS: Column<ApiKey>[] = [
  name,
  status,
  scopes,
  {
    title: 'Allowed IP addresses',
    cell: ({ allowed_ips }) =>
      allowed_ips.length === 0 ? (
        <span className="text-muted">Any</span>
      ) : (
        <span className="font-mono text-[0.8125rem]" title={allowed_ips.join(', ')}>
          {allowed_ips[0]}
          {allowed_ips.length > 1 && ` + ${allowed_ips.length - 1}`}
        </span>
      ),
  },
  lastUsed,
];

export function KeysCard({ client }: { client: Client }) {
  const [isGenerating, setIsGenerating] = useState(false);
  const [change, setChange] = useState<{ key: ApiKey; kind: Change } | null>(null);
  const query = usePages('/v1/clients/{clientId}/api-keys', {
    path: { clientId: client.client_id },
    query: { limit: 50 },
  });
  const may = useMay(client.organization_id);
  const generate = may('secrets.create') && (
    <Button look="primary" isSmall onClick={() => setIsGenerating(true)}>
      <Plus aria-hidden className="size-4" />
      Generate API key
    </Button>
  );
  const actions: Column<ApiKey> = {
    title: 'Actions',
    isActions: true,
    cell: (key) =>
      may('keys.manage') &&
      (key.status === 'active' || key.status === 'rotating') && (
        <Menu
          name={`Actions for ${key.name}`}
          items={[
            ...(key.status === 'active'
              ? [{ title: 'Edit', onSelect: () => setChange({ key, kind: 'edit' }) }]
              : []),
            ...(key.status === 'active' && may('secrets.create')
              ? [{ title: 'Rotate', onSelect: () => setChange({ key, kind: 'rotate' }) }]
              : []),
            { title: 'Revoke', isDangerous: true, onSelect: () => setChange({ key, kind: 'revoke' }) },
          ]}
        />
      ),
  };
  const dialog = { client, onClose: () => setChange(null) };
  return (
    <Card
      title="API keys"
      description="Every forecast request needs one. Use a separate key for each deployment."
      actions={generate}
      isFlush
    >
      <PagedTable
        query={query}
        caption="API keys"
        columns={[...COLUMNS, actions]}
        keyOf={({ id }) => id}
        empty={
          <EmptyState icon={<KeyRound aria-hidden className="size-5" />} title="No API keys yet">
            {generate && 'Generate one to send your first request. It works immediately.'}
          </EmptyState>
        }
      />
      {change?.kind === 'edit' && <EditKeyDialog {...dialog} apiKey={change.key} />}
      {change?.kind === 'rotate' && <RotateKeyDialog {...dialog} apiKey={change.key} />}
      {change?.kind === 'revoke' && <RevokeKeyDialog {...dialog} apiKey={change.key} />}
      {isGenerating && <GenerateKeyDialog client={client} onClose={() => setIsGenerating(false)} />}
    </Card>
  );
}
