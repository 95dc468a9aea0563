import { useQuery } from '@tanstack/react-query';
import { quotaQuery } from '../../api/clients.ts';
import type { Client } from '../../api/schemas.ts';
import { Card } from '../../ui/card.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { QuotaWindow } from '../applications/limits-card.tsx';
import { StandingCard } from '../overview/standing-card.tsx';

interface QuotaCardProps {
  clients: Client[];
  clientId: string | undefined;
  isOwn: boolean;
}

const CLIENTS_SHOWN = 5;

/** What is left of the limits: in each window of one client, or in the longest ones of several. */
export function QuotaCard({ clients, clientId, isOwn }: QuotaCardProps) {
  if (clientId !== undefined) return <ClientQuota clientId={clientId} />;
  return isOwn && clients.length > 0 ? <StandingCard clients={clients.slice(0, CLIENTS_SHOWN)} /> : null;
}

function ClientQuota({ clientId }: { clientId: string }) {
  const query = useQuery(quotaQuery(clientId));
  return (
    <Card title="Limits" description="What is spent at the moment, and when it is whole again.">
      <Loaded query={query}>
        {({ windows }) =>
          windows.length === 0 ? (
            <p className="text-muted">This client has no limits.</p>
          ) : (
            <ul className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
              {windows.map((window) => (
                <QuotaWindow key={window.window} {...window} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}
