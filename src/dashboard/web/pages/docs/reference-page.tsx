import { useQuery } from '@tanstack/react-query';
import { Card } from '../../ui/layout/card.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Tabs } from '../../ui/layout/tabs.tsx';
import { documentQuery, operationsOf } from './document.ts';
import { ErrorsTable } from './errors-table.tsx';
import { MetricsTable } from './metrics-table.tsx';
import { OperationsTab } from './operations-tab.tsx';
import { Inline } from './prose.tsx';
import { WeatherCodesTable } from './weather-codes-table.tsx';

export function ReferencePage() {
  const query = useQuery(documentQuery);
  return (
    <Page
      title="API reference"
      description={
        <>
          Browse every operation and try it. See also{' '}
          <Inline text="[openapi.json](/openapi.json), [openapi.yaml](/openapi.yaml), [Swagger UI](/docs) and [methods](/docs/methods)." />
        </>
      }
    >
      <Loaded query={query}>
        {(document) => (
          <Tabs
            name="Parts of the reference"
            tabs={[
              { title: 'Operations', content: <OperationsTab document={document} /> },
              { title: 'Metrics and units', content: <MetricsTable /> },
              { title: 'Weather codes', content: <WeatherCodesTable /> },
              {
                title: 'Errors',
                content: (
                  <Card
                    title="Errors"
                    description="Returned as application/problem+json (RFC 9457). Check the code in your programs: it never changes."
                    isFlush
                    className="mt-6"
                  >
                    <ErrorsTable operations={operationsOf(document)} />
                  </Card>
                ),
              },
            ]}
          />
        )}
      </Loaded>
    </Page>
  );
}
