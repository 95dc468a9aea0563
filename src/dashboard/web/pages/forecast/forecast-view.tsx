import { useQuery } from '@tanstack/react-query';
import { fieldsQuery, weatherCodesQuery } from '../../api/catalogue.ts';
import { currentQuery, EXPLORER_HOURS, type ForecastRequest } from '../../api/forecast.ts';
import type { Client, Forecast } from '../../api/schemas.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Disclosure } from '../../ui/layout/disclosure.tsx';
import { Tabs } from '../../ui/layout/tabs.tsx';
import { Loaded } from '../../ui/states/notice.tsx';
import { DailyCharts, HourlyCharts } from './charts/metric-charts.tsx';
import { CompareTab } from './compare/compare-tab.tsx';
import { MeteogramTab } from './meteogram/meteogram-tab.tsx';
import { DayStrip, NowCard } from './now-card.tsx';
import { SourceLine, Warnings } from './sources-card.tsx';

const DAYS = 10;

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
  const current = useQuery({
    ...currentQuery(client.client_id, request),
    // Without a run, the service may have nothing to answer with.
    enabled: forecast.meta.run !== null,
  });
  return (
    <Loaded query={fields}>
      {({ fields: catalogue }) => (
        <>
          <NowCard
            current={current.data}
            entry={hourly.at(0)}
            location={forecast.location}
            meta={forecast.meta}
            catalogue={catalogue}
            nameOf={nameOf}
          />
          <DayStrip days={daily.slice(0, DAYS)} meta={forecast.meta} catalogue={catalogue} nameOf={nameOf} />
          <SourceLine meta={forecast.meta} catalogue={catalogue} />
          <Warnings meta={forecast.meta} />
          <Disclosure title="All metrics, models and the response">
            <Tabs
              name="Values"
              tabs={[
                {
                  title: 'Hourly',
                  content: <HourlyCharts entries={hourly} meta={forecast.meta} catalogue={catalogue} />,
                },
                {
                  title: 'Daily',
                  content: <DailyCharts entries={daily} meta={forecast.meta} catalogue={catalogue} />,
                },
                {
                  title: 'Meteogram',
                  content: <MeteogramTab client={client} request={request} hours={hourly.length} />,
                },
                {
                  title: 'Compare models',
                  content: (
                    <CompareTab
                      client={client}
                      request={{ ...request, hours: EXPLORER_HOURS }}
                      forecast={forecast}
                      catalogue={catalogue}
                    />
                  ),
                },
                {
                  title: 'JSON',
                  content: <CodeBlock name="Response" code={JSON.stringify(forecast, null, 2)} />,
                },
              ]}
            />
          </Disclosure>
        </>
      )}
    </Loaded>
  );
}
