import type { ApiKey } from '../api/schemas.ts';
import { Code } from './badge.tsx';
import { CredentialStatus } from './credential-status.tsx';
import type { Column } from './layout/table.tsx';
import { Time } from './time.tsx';

/** What API keys and personal access tokens have in common. */
export type Credential = Pick<
  ApiKey,
  'name' | 'start' | 'status' | 'expires_at' | 'revoked_at' | 'last_used_at'
> & { scopes: string[] };

export const CREDENTIAL_COLUMNS: Record<'name' | 'status' | 'scopes' | 'lastUsed', Column<Credential>> = {
  name: {
    title: 'Name',
    cell: ({ name, start }) => (
      <>
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="font-mono text-[0.8125rem] text-muted">{start}…</p>
      </>
    ),
  },
  status: {
    title: 'Status',
    cell: ({ status, expires_at, revoked_at }) => (
      <CredentialStatus status={status} expires_at={expires_at} revoked_at={revoked_at} />
    ),
  },
  scopes: {
    title: 'Scopes',
    cell: ({ scopes }) => (
      <span className="flex flex-wrap justify-end gap-1 sm:justify-start">
        {scopes.map((scope) => (
          <Code key={scope}>{scope}</Code>
        ))}
      </span>
    ),
  },
  lastUsed: {
    title: 'Last used',
    cell: ({ last_used_at }) =>
      last_used_at === null ? <span className="text-muted">Never</span> : <Time instant={last_used_at} />,
  },
};
