import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { fieldsQuery, weatherCodesQuery } from '../../api/catalogue.ts';
import { currentQuery, forecastQuery, type ForecastRequest } from '../../api/forecast.ts';
import type { Client, Forecast } from '../../api/schemas.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Card } from '../../ui/layout/page.tsx';
import { Tabs } from '../../ui/layout/tabs.tsx';
import { Loaded } from '../../ui/states/notice.tsx';
import { DailyCharts, HourlyCharts } from './charts/metric-charts.tsx';
import { withValuesOf } from './charts/quantiles.ts';
import { CompareTab } from './compare/compare-tab.tsx';
import { MeteogramTab } from './meteogram/meteogram-tab.tsx';
import { DayStrip, NowCard } from './now-card.tsx';
import { SourceCard, SourcesCard, Warnings } from './sources-card.tsx';
import { useQuantileFields } from './use-quantile-fields.ts';

interface ForecastViewProps {
  client: Client;
  request: ForecastRequest;
  forecast: Forecast;
}

/** The current conditions and one forecast response, from the next hour to the raw JSON. */
export function ForecastView({ client, request, forecast }: ForecastViewProps) {
  const fields = useQuery(fieldsQuery);
  const codes = useQuery(weatherCodesQuery);
  const nameOf = (code: number | null | undefined) =>
    codes.data?.codes.find((known) => known.code === code)?.name ?? 'Unknown';
  const { hourly = [], daily = [] } = forecast.data.timelines;
  const current = useQuery(currentQuery(client.client_id, request));
  const bands = useBands(client, request);
  const hourlyWithBands = useMemo(() => withValuesOf(hourly, bands?.hourly), [forecast, bands]);
  const dailyWithBands = useMemo(() => withValuesOf(daily, bands?.daily), [forecast, bands]);
  return (
    <Loaded query={fields}>
      {({ fields: catalogue }) => (
        <>
          <div className="grid items-stretch gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
            <NowCard
              current={current.data}
              entry={hourly.at(0)}
              location={forecast.location}
              meta={forecast.meta}
              catalogue={catalogue}
              nameOf={nameOf}
            />
            <SourceCard meta={forecast.meta} />
          </div>
          <Warnings meta={forecast.meta} />
          <DayStrip days={daily} meta={forecast.meta} catalogue={catalogue} nameOf={nameOf} />
          <Card isFlush className="overflow-hidden">
            <Tabs
              name="Values"
              tabs={[
                {
                  title: 'Hourly',
                  content: (
                    <HourlyCharts entries={hourlyWithBands} meta={forecast.meta} catalogue={catalogue} />
                  ),
                },
                {
                  title: 'Daily',
                  content: (
                    <DailyCharts entries={dailyWithBands} meta={forecast.meta} catalogue={catalogue} />
                  ),
                },
                {
                  title: 'Meteogram',
                  content: <MeteogramTab client={client} request={request} hours={hourly.length} />,
                },
                {
                  title: 'Compare models',
                  content: (
                    <CompareTab client={client} request={request} forecast={forecast} catalogue={catalogue} />
                  ),
                },
                {
                  title: 'JSON',
                  content: <CodeBlock name="Response" code={JSON.stringify(forecast, null, 2)} />,
                },
              ]}
            />
          </Card>
          {forecast.meta.sources.length > 1 && <SourcesCard meta={forecast.meta} catalogue={catalogue} />}
        </>
      )}
    </Loaded>
  );
}

/** Ensemble quantiles, requested separately: the forecast doesn't depend on them. */
function useBands(client: Client, request: ForecastRequest): Forecast['data']['timelines'] | undefined {
  const fields = useQuantileFields().map(({ name }) => name);
  const { data } = useQuery({
    ...forecastQuery(client.client_id, { ...request, fields }),
    enabled: fields.length > 0,
    placeholderData: undefined,
  });
  return data?.data.timelines;
}
