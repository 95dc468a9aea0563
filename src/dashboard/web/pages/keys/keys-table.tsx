import { useState } from 'react';
import { useMay } from '../../api/organizations/organizations.ts';
import type { ApiKey, Client } from '../../api/schemas.ts';
import { Code } from '../../ui/badge.tsx';
import { Menu } from '../../ui/dialogs/menu.tsx';
import { CredentialStatus } from '../../ui/credential-status.tsx';
import { type Column, Table } from '../../ui/layout/table.tsx';
import { Time } from '../../ui/time.tsx';
import { EditKeyDialog } from './edit-key-dialog.tsx';
import { RevokeKeyDialog } from './revoke-key-dialog.tsx';
import { RotateKeyDialog } from './rotate-key-dialog.tsx';

type Change = 'edit' | 'rotate' | 'revoke';

const COLUMNS: Column<ApiKey>[] = [
  {
    title: 'Name',
    cell: ({ name, start }) => (
      <>
        <p className="font-medium">{name}</p>
        <p className="font-mono text-[0.8125rem] text-muted">{start}…</p>
      </>
    ),
  },
  {
    title: 'Status',
    cell: ({ status, expires_at, revoked_at }) => (
      <CredentialStatus status={status} expires_at={expires_at} revoked_at={revoked_at} />
    ),
  },
  {
    title: 'Scopes',
    cell: ({ scopes }) => (
      <span className="flex flex-wrap justify-end gap-1 sm:justify-start">
        {scopes.map((scope) => (
          <Code key={scope}>{scope}</Code>
        ))}
      </span>
    ),
  },
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
  {
    title: 'Last used',
    cell: ({ last_used_at }) =>
      last_used_at === null ? <span className="text-muted">Never</span> : <Time instant={last_used_at} />,
  },
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
