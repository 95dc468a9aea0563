import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { Download, Pause, Play } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { useCurrentOrganization } from '../../api/organizations/current-organization.ts';
import { useAccount } from '../../api/session.ts';
import { queryOf, type UsageFilter } from '../../api/usage.ts';
import { Page } from '../../ui/layout/page.tsx';
import { OWN_TIME_ZONE } from '../../ui/forms/time-zones.tsx';
import { Button } from '../../ui/button.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { showToast } from '../../ui/dialogs/toast.tsx';
import { useChange } from '../../api/transport/queries.ts';
import { quotaQuery } from '../../api/clients.ts';
import { Card } from '../../ui/layout/card.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { QuotaWindows } from '../clients/limits-card.tsx';
import { BusiestCard } from '../dashboard/busiest-card.tsx';
import { spanOf } from './periods.ts';
import { ReportCards } from './report-cards.tsx';
import { RequestDialog } from './requests/request-dialog.tsx';
import { RequestsCard } from './requests/requests-card.tsx';
import { UsageFilters } from './usage-filters.tsx';

const route = getRouteApi('/signed-in/usage');

export function UsagePage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { id, role } = useAccount();
  const [isLive, setIsLive] = useState(true);
  const { client, account, period = 'day', tz = OWN_TIME_ZONE, group = 'status', from, to } = search;
  const organization = useCurrentOrganization();
  const isOrganization = organization !== undefined && account === undefined;
  const scope = {
    client_id: client,
    organization_id: isOrganization && client === undefined ? organization.id : undefined,
    // For an administrator who sets neither, the API returns everybody's usage.
    account_id: !isOrganization && role === 'admin' && account !== 'all' ? (account ?? id) : undefined,
  };
  const filter: UsageFilter = { ...scope, timezone: tz, ...spanOf(period, tz, from, to) };
  return (
    <Page
      title="Usage"
      description="Requests sent with your API keys, and their results."
      actions={
        <>
          <LiveSwitch isLive={isLive} onChange={setIsLive} />
          <UsageCsvButton filter={{ ...filter, group_by: group }} />
        </>
      }
    >
      <UsageFilters
        search={{ ...search, period, tz }}
        isForAdmin={role === 'admin'}
        onChange={(changed) =>
          void navigate({ search: (before) => ({ ...before, ...changed }), replace: true })
        }
      />
      <ReportCards
        filter={filter}
        grouping={group}
        isLive={isLive}
        onGrouping={(grouping) =>
          void navigate({ search: (before) => ({ ...before, group: grouping }), replace: true })
        }
      />
      <QuotaCard clientId={client} isOwn={account === undefined} isLive={isLive} />
      <RequestsCard key={JSON.stringify(scope)} scope={scope} isLive={isLive} />
      {search.request !== undefined && (
        <RequestDialog
          id={search.request}
          onClose={() => void navigate({ search: (before) => ({ ...before, request: undefined }) })}
        />
      )}
    </Page>
  );
}

/** Downloads the chart's data as a CSV file. */
function UsageCsvButton({ filter }: { filter: UsageFilter }) {
  const download = useChange('get', '/v1/usage', {
    onSuccess: (text: unknown) =>
      saveFile(`usage-by-${filter.interval}-and-${filter.group_by}.csv`, String(text), 'text/csv'),
    onError: (error) => showToast(`Couldn't export the CSV file: ${error.message}`, 'danger'),
  });
  return (
    <Button
      icon={Download}
      isPending={download.isPending}
      onClick={() =>
        download.mutate({
          params: { query: queryOf(filter) },
          headers: { accept: 'text/csv' },
          parseAs: 'text',
        })
      }
    >
      Download CSV
    </Button>
  );
}

/** Pauses or resumes live updates. */
function LiveSwitch({ isLive, onChange }: { isLive: boolean; onChange: (isLive: boolean) => void }) {
  const Icon = isLive ? Pause : Play;
  return (
    <Button onClick={() => onChange(!isLive)}>
      {isLive && <span aria-hidden className="size-2 animate-pulse rounded-full bg-success" />}
      <span>
        {isLive ? 'Live' : 'Paused'}
        <span className="sr-only">{isLive ? ': pause updates' : ': resume updates'}</span>
      </span>
      <Icon aria-hidden className="size-4 text-muted" />
    </Button>
  );
}

interface QuotaCardProps {
  clientId: string | undefined;
  isOwn: boolean;
  isLive: boolean;
}

/** What is left of the limits: every window of one client, or the longest window of each of the busiest clients. */
function QuotaCard({ clientId, isOwn, isLive }: QuotaCardProps) {
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
