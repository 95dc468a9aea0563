import { useQuery } from '@tanstack/react-query';
import { clientQuery, quotaQuery, usageQuery } from '../../api/clients.ts';
import { useCurrentOrganization } from '../../api/organizations.ts';
import type { Client, Usage } from '../../api/schemas.ts';
import { useAccount } from '../../api/session.ts';
import { ProblemError } from '../../api/transport/problem-error.ts';
import { usePages } from '../../api/transport/queries.ts';
import { Badge } from '../../ui/badge.tsx';
import { ButtonLink, TextLink } from '../../ui/button.tsx';
import { Card } from '../../ui/layout/page.tsx';
import { Meter } from '../../ui/meter.tsx';
import { Loaded } from '../../ui/states/notice.tsx';
import { formatAmount, formatCount } from '../../ui/time.tsx';
import { ClientStatus } from '../clients/client-details.tsx';
import { WINDOW_NOW } from '../clients/limits-card.tsx';

const SHOWN = 5;

/** Your clients with the most requests today, each with its use of its longest limit, and the totals of all. */
export function BusiestCard({ isLive = true }: { isLive?: boolean }) {
  const { id, role } = useAccount();
  const organizationId = useCurrentOrganization()?.id;
  const usage = useQuery(
    usageQuery(
      {
        organization_id: organizationId,
        // For an administrator who sets neither, the API returns everybody's usage.
        account_id: organizationId === undefined && role === 'admin' ? id : undefined,
        interval: 'day',
        group_by: 'client',
        spanMs: 1000,
      },
      isLive,
    ),
  );
  const newest = usePages('/v1/clients', {
    query: { organization_id: organizationId, limit: 50 },
  }).data?.pages.flatMap(({ data }) => data);
  const today = usage.data && busiestToday(usage.data, newest ?? []);
  if (today?.clients.length === 0 && newest !== undefined) return null;
  return (
    <Card
      title="Busiest clients"
      description={
        today === undefined
          ? 'Most requests today.'
          : `Today (UTC), across all clients: ${formatAmount(today.totals.requests, 'request')}, ${formatAmount(today.totals.units, 'unit')}, ${formatAmount(today.totals.errors, 'error')}.`
      }
      actions={
        <ButtonLink to="/clients" isSmall>
          All clients
        </ButtonLink>
      }
      isFlush
    >
      <Loaded query={usage}>
        {() => (
          <ul>
            {today?.clients.slice(0, SHOWN).map((client) => (
              <BusyClient key={client.id} {...client} />
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  );
}

function BusyClient({ id, name, requests }: ClientToday) {
  const { data: client, error } = useQuery(clientQuery(id));
  const isDeleted = error instanceof ProblemError && error.status === 404;
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-1 border-t border-line px-4 py-2.5 sm:px-5">
      <div className="flex min-w-40 flex-1 flex-wrap items-baseline justify-between gap-x-4">
        {isDeleted ? (
          <span className="font-medium wrap-anywhere">{name}</span>
        ) : (
          <TextLink isQuiet className="wrap-anywhere" to="/clients/$clientId" params={{ clientId: id }}>
            {name}
          </TextLink>
        )}
        <span className="text-muted tabular-nums">{formatAmount(requests, 'request')}</span>
      </div>
      <div className="w-full sm:w-64">
        {isDeleted && <Badge tone="neutral">Deleted</Badge>}
        {client?.status === 'disabled' && <ClientStatus client={client} />}
        {client?.status === 'active' && <Standing id={id} name={name} />}
      </div>
    </li>
  );
}

function Standing({ id, name }: Pick<ClientToday, 'id' | 'name'>) {
  const { data } = useQuery(quotaQuery(id));
  const longest = data?.windows.at(-1);
  if (longest === undefined) return null;
  const used = longest.limit - longest.remaining;
  const text = `${formatCount(used)} of ${formatCount(longest.limit)} ${WINDOW_NOW[longest.window]}`;
  return (
    <div className="space-y-1">
      <p className="text-[0.8125rem] text-muted tabular-nums">{text}</p>
      <Meter name={`Used by ${name}`} value={used} max={longest.limit} text={text} />
    </div>
  );
}

interface ClientToday {
  id: string;
  name: string;
  requests: number;
}

interface Today {
  clients: ClientToday[];
  totals: Pick<Usage['totals'], 'requests' | 'units' | 'errors'>;
}

/** The report's last day: clients with requests, busiest first, then the newest of the others. */
function busiestToday({ buckets }: Usage, newest: readonly Client[]): Today {
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
