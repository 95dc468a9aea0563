import { useQuery } from '@tanstack/react-query';
import { type ForecastRequest, forecastPath, forecastQuery } from '../../api/forecast.ts';
import { ProblemError } from '../../api/transport/problem-error.ts';
import { requestSamples } from '../../api/request-samples.ts';
import type { Client } from '../../api/schemas.ts';
import { Card } from '../../ui/layout/card.tsx';
import { CodeTabs } from '../../ui/code-block.tsx';
import { ErrorNotice } from '../../ui/states/error-notice.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { EXAMPLE_POINT } from '../api-keys/example-request.ts';
import { ForecastView } from './forecast-view.tsx';
import type { ForecastSearch } from './forecast-search.ts';
import { PlaceCard } from './place-card.tsx';
import { useSettled } from './use-settled.ts';

interface ExplorerProps {
  client: Client;
  search: ForecastSearch;
  onChange: (changed: ForecastSearch) => void;
}

/** The United States is nearly the only country that uses Fahrenheit. */
const OWN_UNITS = navigator.language === 'en-US' ? 'imperial' : 'metric';

export function Explorer({ client, search, onChange }: ExplorerProps) {
  const request: ForecastRequest = {
    lat: search.lat ?? String(EXAMPLE_POINT.lat),
    lon: search.lon ?? String(EXAMPLE_POINT.lon),
    units: search.units ?? OWN_UNITS,
  };
  const settled = useSettled(request);
  const query = useQuery(forecastQuery(client.client_id, settled));
  return (
    <>
      <PlaceCard client={client} request={request} error={query.error} onChange={onChange} />
      {query.error !== null && !isAboutPoint(query.error) && (
        <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.data === undefined ? (
        query.error === null && <ForecastSkeleton />
      ) : (
        <div
          className={query.isPlaceholderData ? 'space-y-6 opacity-60' : 'space-y-6'}
          aria-busy={query.isFetching}
        >
          <ForecastView client={client} request={settled} forecast={query.data} />
        </div>
      )}
      <Card
        title="Copy the request"
        description="Get this forecast from your own code, with one of your API keys."
      >
        <CodeTabs name="Request" samples={requestSamples(forecastPath(request))} />
      </Card>
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
