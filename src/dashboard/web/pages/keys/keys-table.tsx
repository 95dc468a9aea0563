import { useState } from 'react';
import { useMay } from '../../api/organizations/organizations.ts';
import type { ApiKey, Client } from '../../api/schemas.ts';
import { Menu } from '../../ui/dialogs/menu.tsx';
import { CREDENTIAL_COLUMNS } from '../../ui/credential-columns.tsx';
import { type Column, Table } from '../../ui/layout/table.tsx';
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

export function KeysTable({ client, keys }: { client: Client; keys: ApiKey[] }) {
  const [change, setChange] = useState<{ key: ApiKey; kind: Change } | null>(null);
  const may = useMay(client.organization_id);
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
    <>
      <Table caption="API keys" columns={[...COLUMNS, actions]} rows={keys} keyOf={({ id }) => id} />
      {change?.kind === 'edit' && <EditKeyDialog {...dialog} apiKey={change.key} />}
      {change?.kind === 'rotate' && <RotateKeyDialog {...dialog} apiKey={change.key} />}
      {change?.kind === 'revoke' && <RevokeKeyDialog {...dialog} apiKey={change.key} />}
    </>
  );
}
