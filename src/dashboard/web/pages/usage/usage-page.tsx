import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useCurrentOrganization } from '../../api/organizations/current-organization.ts';
import { useAccount } from '../../api/session.ts';
import type { UsageFilter } from '../../api/usage.ts';
import { Page } from '../../ui/layout/page.tsx';
import { OWN_TIME_ZONE } from '../../ui/forms/time-zones.tsx';
import { LiveSwitch } from './live-switch.tsx';
import { spanOf } from './periods.ts';
import { QuotaCard } from './quota-card.tsx';
import { ReportCards } from './report-cards.tsx';
import { RequestDialog } from './requests/request-dialog.tsx';
import { RequestsCard } from './requests/requests-card.tsx';
import { UsageFilters } from './usage-filters.tsx';
import { UsageCsvButton } from './usage-csv-button.tsx';

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
