import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { MapPin } from 'lucide-react';
import { useChosenClient } from '../../api/clients.ts';
import { EXPLORER_HOURS, forecastPath, forecastQuery, type ForecastRequest } from '../../api/forecast.ts';
import { EXAMPLE_POINT, requestSamples } from '../../api/request-samples.ts';
import type { Client, UnitSystem } from '../../api/schemas.ts';
import { ProblemError } from '../../api/transport/problem-error.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { CodeTabs } from '../../ui/code-block.tsx';
import { ClientPicker } from '../../ui/forms/client-picker.tsx';
import { Select } from '../../ui/forms/select.tsx';
import { Card, Page } from '../../ui/layout/page.tsx';
import { ErrorNotice, Loaded, Skeleton } from '../../ui/states/notice.tsx';
import { NoClients } from '../clients/client-details.tsx';
import type { ForecastSearch } from './forecast-search.ts';
import { ForecastView } from './forecast-view.tsx';
import { PlaceCard } from './place-card.tsx';
import { PlaceSearch, useSettled } from './place-search.tsx';
import { useExplorerFields } from './use-explorer-fields.ts';

const route = getRouteApi('/signed-in/forecast');

export function ForecastPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = useChosenClient(search.client);
  const change = (changed: ForecastSearch) =>
    void navigate({ search: (before) => ({ ...before, ...changed }), replace: true });
  return (
    <Page title="Forecast explorer">
      {query.data === undefined && search.client !== undefined && (
        <div className="w-full sm:w-72">
          <ClientPicker value={search.client} onChange={(client) => change({ client })} />
        </div>
      )}
      <Loaded query={query}>
        {(client) =>
          client === null ? (
            <NoClients icon={MapPin}>
              The explorer sends requests with a temporary key of one of your clients. They count toward its
              limits and usage.
            </NoClients>
          ) : (
            <Explorer client={client} search={search} onChange={change} />
          )
        }
      </Loaded>
    </Page>
  );
}

interface ExplorerProps {
  client: Client;
  search: ForecastSearch;
  onChange: (changed: ForecastSearch) => void;
}

/** The United States is nearly the only country that uses Fahrenheit. */
const OWN_UNITS = navigator.language === 'en-US' ? 'imperial' : 'metric';

function Explorer({ client, search, onChange }: ExplorerProps) {
  const request: ForecastRequest = {
    lat: search.lat ?? String(EXAMPLE_POINT.lat),
    lon: search.lon ?? String(EXAMPLE_POINT.lon),
    units: search.units ?? OWN_UNITS,
  };
  const settled = useSettled(request);
  const fields = useExplorerFields();
  // The fields of a request that names none go unnamed.
  const names = fields?.every(({ byDefault }) => byDefault) ? undefined : fields?.map(({ name }) => name);
  const asked = { ...settled, fields: names, hours: EXPLORER_HOURS };
  const query = useQuery({ ...forecastQuery(client.client_id, asked), enabled: fields !== undefined });
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)_7rem] gap-4 sm:grid-cols-[minmax(0,24rem)_16rem]">
        <PlaceSearch point={request} onFound={onChange} />
        <Select
          label="Units"
          value={request.units}
          onChange={(units) => onChange({ units: units as UnitSystem })}
        >
          <option value="metric">Metric (°C, m/s, mm)</option>
          <option value="imperial">Imperial (°F, mph, in)</option>
        </Select>
      </div>
      {query.error !== null && !isAboutPoint(query.error) && (
        <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.data !== undefined && (
        <div
          className={query.isPlaceholderData ? 'space-y-6 opacity-60' : 'space-y-6'}
          aria-busy={query.isFetching}
        >
          <ForecastView client={client} request={settled} forecast={query.data} />
        </div>
      )}
      {query.data === undefined && query.error === null ? (
        <ForecastSkeleton />
      ) : (
        // Below the weather, so that nothing moves once that is there.
        <>
          <PlaceCard client={client} request={request} error={query.error} onChange={onChange} />
          <Card
            title="Copy the request"
            description="Get a forecast for this place from your own code, with one of your API keys."
            actions={
              <ButtonLink to="/forecast/request" search={search}>
                Build a request
              </ButtonLink>
            }
          >
            <CodeTabs name="Request" samples={requestSamples(forecastPath(request))} />
          </Card>
        </>
      )}
    </>
  );
}

/** Such errors are shown at the fields already. */
const isAboutPoint = (error: Error) => error instanceof ProblemError && error.status === 400;

function ForecastSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="space-y-6">
      <Skeleton className="h-36 w-full" />
      <Skeleton className="h-72 w-full" />
    </div>
  );
}
