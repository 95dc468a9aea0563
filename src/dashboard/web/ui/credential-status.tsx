import type { ApiKey } from '../api/schemas.ts';
import { Badge } from './badge.tsx';
import { Time } from './time.tsx';

const SOON_MS = 7 * 86_400_000;

/** The state of a key or a token, and when it expires if known. */
export function CredentialStatus({
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
