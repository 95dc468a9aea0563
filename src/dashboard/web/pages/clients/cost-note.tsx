import { useQuery } from '@tanstack/react-query';
import { quotaQuery } from '../../api/clients.ts';
import type { Client } from '../../api/schemas.ts';
import { formatAmount } from '../../ui/format.ts';
import { formatNumber } from '../../ui/time.tsx';
import { WINDOW_NOW } from './limit-fields.tsx';

interface CostNoteProps {
  client: Pick<Client, 'client_id' | 'name'>;
  /** What has this cost, such as "Each forecast shown here". */
  what: string;
  units: string;
  requests?: number;
}

/** Which client pays for the page's requests, and how much of its quota is left. */
export function CostNote({ client, what, units, requests = 1 }: CostNoteProps) {
  const { data } = useQuery(quotaQuery(client.client_id));
  const longest = data?.windows.at(-1);
  return (
    <p className="text-[0.8125rem] text-muted">
      {what} counts as {requests === 1 ? 'a request' : formatAmount(requests, 'request')} from{' '}
      <strong className="wrap-anywhere">{client.name}</strong> and uses {units}.
      {longest !== undefined &&
        ` ${formatNumber(longest.remaining)} of ${formatNumber(longest.limit)} left ${WINDOW_NOW[longest.window]}.`}
    </p>
  );
}
