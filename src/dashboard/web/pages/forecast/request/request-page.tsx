import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { fieldsQuery } from '../../../api/catalogue.ts';
import { useChosenClient } from '../../../api/clients.ts';
import { Loaded } from '../../../ui/states/loaded.tsx';
import { Page } from '../../../ui/layout/page.tsx';
import { documentQuery, operationsOf } from '../../docs/document.ts';
import { RequestBuilder } from './request-builder.tsx';

const route = getRouteApi('/signed-in/forecast/request');

/** Builds a forecast request with form fields. */
export function RequestPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const document = useQuery(documentQuery);
  const fields = useQuery(fieldsQuery);
  const client = useChosenClient(search.client);
  return (
    <Page
      title="Build a forecast request"
      description="Choose what you need, and copy the request into your own program."
      crumb={{ to: '/forecast', search, title: 'Forecast explorer' }}
    >
      <Loaded query={document}>
        {(openApi) => (
          <Loaded query={fields}>
            {({ fields: catalogue }) => (
              <RequestBuilder
                document={openApi}
                operation={operationsOf(openApi).find(({ operationId }) => operationId === 'getForecast')!}
                catalogue={catalogue}
                client={client.data ?? undefined}
                clientError={client.error}
                first={search}
                onClient={(id) =>
                  void navigate({ search: (before) => ({ ...before, client: id }), replace: true })
                }
              />
            )}
          </Loaded>
        )}
      </Loaded>
    </Page>
  );
}
