import type { ApiKey } from '../api/schemas.ts';
import { Badge, Code } from './badge.tsx';
import { DAY_MS } from './durations.ts';
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

const SOON_MS = 7 * DAY_MS;

/** The state of a key or a token, and when it expires if known. */
function CredentialStatus({
  status,
  expires_at,
  revoked_at,
}: Pick<ApiKey, 'status' | 'expires_at' | 'revoked_at'>) {
  if (status === 'revoked')
    return (
      <Status tone="neutral" title="Revoked">
        {revoked_at !== null && <Time instant={revoked_at} />}
      </Status>
    );
  if (status === 'expired')
    return (
      <Status tone="neutral" title="Expired">
        {expires_at !== null && <Time instant={expires_at} />}
      </Status>
    );
  if (status === 'rotating')
    return (
      <Status tone="warning" title="Rotating">
        {revoked_at !== null && (
          <>
            expires <Time instant={revoked_at} />
          </>
        )}
      </Status>
    );
  const endsSoon = expires_at !== null && Date.parse(expires_at) - Date.now() < SOON_MS;
  return (
    <Status tone={endsSoon ? 'warning' : 'success'} title={endsSoon ? 'Expires soon' : 'Active'}>
      {expires_at !== null && (
        <>
          expires <Time instant={expires_at} />
        </>
      )}
    </Status>
  );
}

function Status({
  tone,
  title,
  children,
}: {
  tone: 'neutral' | 'warning' | 'success';
  title: string;
  children: React.ReactNode;
}) {
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-x-2 gap-y-0.5 sm:justify-start">
      <Badge tone={tone}>{title}</Badge>
      {Boolean(children) && <span className="text-[0.8125rem] text-muted">{children}</span>}
    </span>
  );
}
