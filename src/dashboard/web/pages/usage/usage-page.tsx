import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Pause, Play } from 'lucide-react';
import { useState } from 'react';
import { queryOf, quotaQuery, type UsageFilter } from '../../api/clients.ts';
import { useCurrentOrganization } from '../../api/organizations.ts';
import { useAccount } from '../../api/session.ts';
import { answerOf, api } from '../../api/transport/client.ts';
import { Button } from '../../ui/button.tsx';
import { AS_CSV, CsvButton } from '../../ui/csv-button.tsx';
import { Close } from '../../ui/dialogs/dialog.tsx';
import { ClientPicker } from '../../ui/forms/client-picker.tsx';
import { DayField } from '../../ui/forms/day-field.tsx';
import { Options, Select } from '../../ui/forms/select.tsx';
import { OWN_TIME_ZONE, TimeZoneOptions } from '../../ui/forms/time-zones.tsx';
import { Card, Page } from '../../ui/layout/page.tsx';
import { Loaded } from '../../ui/states/notice.tsx';
import { QuotaWindows } from '../clients/limits-card.tsx';
import { BusiestCard } from '../dashboard/busiest-card.tsx';
import { ReportCards } from './report-cards.tsx';
import { RequestDialog } from './request-dialog.tsx';
import { RequestsCard } from './requests-card.tsx';
import { dayOf, type Period, PERIODS, spanOf, type UsageSearch } from './usage-search.ts';

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
          <CsvButton
            name={`usage-by-${filter.interval}-and-${group}`}
            load={() => {
              const query = queryOf({ ...filter, group_by: group });
              return answerOf(api.GET('/v1/usage', { params: { query }, ...AS_CSV }));
            }}
          />
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
        <Close value={() => void navigate({ search: (before) => ({ ...before, request: undefined }) })}>
          <RequestDialog id={search.request} />
        </Close>
      )}
    </Page>
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
  return (
    <Card title="Limits" description="Current use, and when each limit resets.">
      <Loaded query={useQuery(quotaQuery(clientId))}>
        {(quota) => <QuotaWindows quota={quota} className="grid gap-x-8 gap-y-4 sm:grid-cols-2" />}
      </Loaded>
    </Card>
  );
}

interface UsageFiltersProps {
  search: UsageSearch & { period: Period; tz: string };
  isForAdmin: boolean;
  onChange: (changed: UsageSearch) => void;
}

function UsageFilters({ search, isForAdmin, onChange }: UsageFiltersProps) {
  const { period, tz, client, account } = search;
  const today = dayOf(Date.now(), tz);
  const { from = today, to = today } = search;
  const organization = useCurrentOrganization();
  const isOthers = account !== undefined;
  return (
    <div
      role="group"
      aria-label="Filters"
      className="grid grid-cols-2 items-end gap-x-4 gap-y-3 sm:flex sm:flex-wrap"
    >
      {isForAdmin && (
        <Select
          label="Account"
          value={account ?? ''}
          className="w-full sm:w-44"
          onChange={(value) => onChange({ account: value || undefined, client: undefined })}
        >
          <option value="">{organization?.name ?? 'My account'}</option>
          <option value="all">All accounts</option>
          {isOthers && account !== 'all' && <option value={account}>{account}</option>}
        </Select>
      )}
      {isOthers ? (
        client !== undefined && (
          <Select
            label="Client"
            value={client}
            className="w-full sm:w-56"
            onChange={(value) => onChange({ client: value || undefined })}
          >
            <option value="">All clients</option>
            <option value={client}>{client}</option>
          </Select>
        )
      ) : (
        <div className="w-full sm:w-56">
          <ClientPicker
            value={client ?? ''}
            all="All clients"
            onChange={(value) => onChange({ client: value || undefined })}
          />
        </div>
      )}
      <Select
        label="Period"
        value={period}
        className="w-full sm:w-40"
        onChange={(value) => onChange({ period: value as Period })}
      >
        <Options of={PERIODS} />
        <option value="custom">Custom range …</option>
      </Select>
      {period === 'custom' && (
        <>
          <DayField
            label="From"
            value={from}
            max={to}
            onChange={(day) => day !== '' && onChange({ from: day })}
          />
          <DayField
            label="To"
            value={to}
            min={from}
            max={today}
            onChange={(day) => day !== '' && onChange({ to: day })}
          />
        </>
      )}
      <Select
        label="Time zone"
        value={tz}
        className="col-span-full w-full sm:w-72"
        onChange={(value) => onChange({ tz: value })}
      >
        <TimeZoneOptions />
      </Select>
    </div>
  );
}
