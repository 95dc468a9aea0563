import { useQuery } from '@tanstack/react-query';
import { needsAttention, runsQuery } from '../../api/catalogue.ts';
import { useAccount } from '../../api/session.ts';
import { MINUTE_MS } from '../durations.ts';

/** Shows administrators that something in the service needs a person. */
export function AttentionDot() {
  const isAdmin = useAccount().role === 'admin';
  const { data } = useQuery({ ...runsQuery, enabled: isAdmin, refetchInterval: MINUTE_MS });
  if (data === undefined || !needsAttention(data)) return null;
  return (
    <>
      <span aria-hidden className="size-2 shrink-0 rounded-full bg-danger" />
      <span className="sr-only">needs attention</span>
    </>
  );
}
