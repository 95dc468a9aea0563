import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { quotaQuery } from '../../api/clients.ts';
import type { Client } from '../../api/schemas.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Meter } from '../../ui/meter.tsx';
import { formatNumber } from '../../ui/time.tsx';
import { ClientStatus } from '../applications/client-status.tsx';

/** The newest clients, and what each has spent of its longest window. */
export function StandingCard({ clients }: { clients: Client[] }) {
  return (
    <Card
      title="Applications"
      description="What your newest clients have spent of their longest limit."
      actions={
        <ButtonLink to="/applications" isSmall>
          All applications
        </ButtonLink>
      }
      isFlush
    >
      <ul>
        {clients.map((client) => (
          <li
            key={client.client_id}
            className="flex flex-wrap items-center gap-x-6 gap-y-2 border-t border-line px-4 py-3 sm:px-5"
          >
            <div className="min-w-40 flex-1">
              <Link
                to="/applications/$clientId"
                params={{ clientId: client.client_id }}
                className="font-medium wrap-anywhere text-accent underline-offset-4 hover:underline"
              >
                {client.name}
              </Link>
            </div>
            {client.status === 'disabled' ? <ClientStatus client={client} /> : <Standing client={client} />}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Standing({ client }: { client: Client }) {
  const { data } = useQuery(quotaQuery(client.client_id));
  const longest = data?.windows.at(-1);
  if (longest === undefined) return null;
  const spent = longest.limit - longest.remaining;
  const text = `${formatNumber(spent)} of ${formatNumber(longest.limit)} in this ${longest.window}`;
  return (
    <div className="w-full space-y-1 sm:w-72">
      <p className="text-[0.8125rem] text-muted tabular-nums">{text}</p>
      <Meter name={`Spent by ${client.name}`} value={spent} max={longest.limit} text={text} />
    </div>
  );
}
