import { useQuery } from '@tanstack/react-query';
import { quotaQuery } from '../../api/clients.ts';
import { Card } from '../../ui/layout/card.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { QuotaWindows } from '../clients/limits-card.tsx';
import { BusiestCard } from '../overview/busiest-card.tsx';

interface QuotaCardProps {
  clientId: string | undefined;
  isOwn: boolean;
  isLive: boolean;
}

/** What is left of the limits: every window of one client, or the longest window of each of the busiest clients. */
export function QuotaCard({ clientId, isOwn, isLive }: QuotaCardProps) {
  if (clientId !== undefined) return <ClientQuota clientId={clientId} />;
  return isOwn ? <BusiestCard isLive={isLive} /> : null;
}

function ClientQuota({ clientId }: { clientId: string }) {
  const query = useQuery(quotaQuery(clientId));
  return (
    <Card title="Limits" description="Current use, and when each limit resets.">
      <Loaded query={query}>
        {(quota) => <QuotaWindows quota={quota} className="grid gap-x-8 gap-y-4 sm:grid-cols-2" />}
      </Loaded>
    </Card>
  );
}
