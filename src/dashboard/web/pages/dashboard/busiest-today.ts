import type { Client, Usage } from '../../api/schemas.ts';

export interface ClientToday {
  id: string;
  name: string;
  requests: number;
}

interface Today {
  clients: ClientToday[];
  totals: Pick<Usage['totals'], 'requests' | 'units' | 'errors'>;
}

/** The report's last day: clients with requests, busiest first, then the newest of the others. */
export function busiestToday({ buckets }: Usage, newest: readonly Client[]): Today {
  const groups = buckets.at(-1)?.groups ?? [];
  const busy = groups
    .filter(({ client_id, requests }) => client_id && requests > 0)
    .map(({ client_id, client_name, requests }) => ({
      id: client_id!,
      name: client_name ?? client_id!,
      requests,
    }))
    .sort((one, other) => other.requests - one.requests);
  const others = newest
    .filter(({ client_id }) => busy.every(({ id }) => id !== client_id))
    .map(({ client_id, name }) => ({ id: client_id, name, requests: 0 }));
  const sum = (count: 'requests' | 'units' | 'errors') =>
    groups.reduce((total, group) => total + group[count], 0);
  return {
    clients: [...busy, ...others],
    totals: { requests: sum('requests'), units: sum('units'), errors: sum('errors') },
  };
}
