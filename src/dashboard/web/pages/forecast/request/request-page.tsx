import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { fieldsQuery } from '../../../api/catalogue.ts';
import { useChosenClient } from '../../../api/clients.ts';
import { EXAMPLE_POINT, KEY_PLACEHOLDER, requestSamples, type Sample } from '../../../api/request-samples.ts';
import type { Client, Field } from '../../../api/schemas.ts';
import { ephemeralKey, forgetEphemeralKey } from '../../../api/transport/keyed-request.ts';
import { Button } from '../../../ui/button.tsx';
import { CodeTabs } from '../../../ui/code-block.tsx';
import { formatAmount } from '../../../ui/time.tsx';
import { ClientPicker } from '../../../ui/forms/client-picker.tsx';
import { Form, FormValues, useFault } from '../../../ui/forms/form.tsx';
import { Card, Page } from '../../../ui/layout/page.tsx';
import { ErrorNotice, Loaded, Notice } from '../../../ui/states/notice.tsx';
import { send, SentAnswer } from '../../api-keys/key-once.tsx';
import { CostNote } from '../../clients/client-details.tsx';
import { documentQuery, type OpenApiDocument, type Parameter } from '../../docs/document.ts';
import { metricFormat } from '../charts/metric-format.ts';
import type { ForecastSearch } from '../forecast-search.ts';
import { forecastUnits } from '../forecast-units.ts';
import { ParameterField } from './parameter-field.tsx';

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
                parameters={openApi.paths['/v1/weather/forecast'].get.parameters!.filter(
                  (one) => one.in === 'query',
                )}
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

interface RequestBuilderProps {
  document: OpenApiDocument;
  parameters: Parameter[];
  client: Client | undefined;
  catalogue: Field[];
  /** The error if the client could not be loaded. */
  clientError: Error | null;
  /** The initial place and units. */
  first: ForecastSearch;
  onClient: (clientId: string) => void;
}

/** Parameters shown first, in this order. The others follow. */
const PLACE = ['lat', 'lon', 'elevation'];
const FIELDS = 'fields';

/** A field for every parameter of the forecast, next to the resulting request. */
function RequestBuilder({
  document,
  parameters,
  client,
  clientError,
  catalogue,
  first,
  onClient,
}: RequestBuilderProps) {
  const call = useMutation({
    mutationFn: async (values: FormData) => {
      const sent = await send(pathOf(parameters, values), await ephemeralKey(client!.client_id));
      if (sent.status === 401) forgetEphemeralKey(client!.client_id);
      return sent;
    },
    gcTime: 0,
  });
  const form = useRef<HTMLDivElement>(null);
  const [samples, setSamples] = useState<Sample[]>([]);
  const [units, setUnits] = useState(1);
  const update = () => {
    const values = new FormValues(form.current!.querySelector('form')!);
    setUnits(unitsOfForm(values, catalogue.filter(({ byDefault }) => byDefault).length));
    const path = pathOf(parameters, values);
    const url = `${location.origin}${path}&apikey=${KEY_PLACEHOLDER}`;
    setSamples([{ title: 'URL', code: url }, ...requestSamples(path)]);
  };
  const defaults: Record<string, string | undefined> = {
    lat: first.lat ?? String(EXAMPLE_POINT.lat),
    lon: first.lon ?? String(EXAMPLE_POINT.lon),
    units: first.units,
  };
  const fieldOf = (parameter: Parameter) => (
    <ParameterField
      key={parameter.name}
      document={document}
      parameter={parameter}
      defaultValue={defaults[parameter.name]}
    />
  );
  const isPlace = ({ name }: { name: string }) => PLACE.includes(name);
  return (
    <div ref={form} onInput={update} className="grid items-start gap-6 lg:grid-cols-2">
      <Form
        className="min-w-0 space-y-6"
        error={call.error ?? call.data?.problem ?? null}
        onSubmit={(values) => call.mutate(values)}
      >
        <Card title="Location">
          <div className="grid gap-4 sm:grid-cols-2">{parameters.filter(isPlace).map(fieldOf)}</div>
        </Card>
        <Card title="Fields" description="Select none to get all of them.">
          <FieldChoices name={FIELDS} catalogue={catalogue} onChange={update} />
        </Card>
        <Card title="Time, units and source">
          <div className="space-y-4">
            {parameters.filter((one) => !isPlace(one) && one.name !== FIELDS).map(fieldOf)}
          </div>
        </Card>
        {client === undefined && clientError !== null && <ErrorNotice error={clientError} />}
        {client === undefined ? (
          clientError === null && <Notice tone="info">Create a client to send the request from here.</Notice>
        ) : (
          <div className="space-y-4">
            <ClientPicker value={client.client_id} onChange={onClient} />
            <Button type="submit" look="primary" isPending={call.isPending}>
              Send
            </Button>
            <CostNote client={client} what="Sending this" units={formatAmount(units, 'unit')} />
          </div>
        )}
      </Form>
      <div className="min-w-0 space-y-4 lg:sticky lg:top-6">
        <h2 className="font-semibold">Request</h2>
        {samples.length > 0 && <CodeTabs name="Request" samples={samples} />}
        <p className="text-muted">Replace YOUR_API_KEY with one of your API keys.</p>
        {call.data !== undefined && <SentAnswer sent={call.data} />}
      </div>
    </div>
  );
}

/** The request of the form's values. Several checked values are sent as one list, and empty ones are omitted. */
function pathOf(parameters: Parameter[], values: FormData): string {
  const given = parameters.map(({ name }) => [name, values.getAll(name).map(String).join(',').trim()]);
  const query = new URLSearchParams(given.filter(([, text]) => text !== '')).toString();
  return `/v1/weather/forecast?${query.replaceAll('%2C', ',')}`;
}

function unitsOfForm(values: FormValues, defaultFields: number): number {
  return forecastUnits({
    fields: values.getAll(FIELDS).length || defaultFields,
    timelines: values.getAll('timelines').map(String),
    startTime: values.text('startTime'),
    endTime: values.text('endTime'),
    timeZone: values.text('timezone') || undefined,
  });
}

interface FieldChoicesProps {
  name: string;
  catalogue: Field[];
  /** Called after check boxes have changed; a heading changes many at once. */
  onChange: () => void;
}

/** Check boxes for the weather fields, grouped by category. Each heading toggles its whole group. */
function FieldChoices({ name, catalogue, onChange }: FieldChoicesProps) {
  const fault = useFault(name);
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set());
  useEffect(onChange, [checked]);
  const set = (names: string[], isChecked: boolean) => {
    const next = new Set(checked);
    for (const one of names) {
      if (isChecked) next.add(one);
      else next.delete(one);
    }
    setChecked(next);
  };
  const groups = Object.entries(Object.groupBy(catalogue, ({ group }) => group));
  return (
    <div className="space-y-4">
      {groups.map(([group, fields = []]) => {
        const names = fields.map((field) => field.name);
        const count = names.filter((one) => checked.has(one)).length;
        return (
          <fieldset key={group}>
            <legend className="mb-1 font-medium">
              <label className="flex items-center gap-2.5">
                <input
                  type="checkbox"
                  aria-label={`All of ${group}`}
                  className="size-4 shrink-0 accent-accent"
                  checked={count === names.length}
                  ref={(box) => {
                    if (box !== null) box.indeterminate = count > 0 && count < names.length;
                  }}
                  onChange={({ target }) => set(names, target.checked)}
                />
                {group}
              </label>
            </legend>
            <div className="grid gap-x-4 pl-6.5 sm:grid-cols-2">
              {fields.map((field) => (
                <label key={field.name} className="flex gap-2.5 py-1" title={field.description}>
                  <input
                    type="checkbox"
                    name={name}
                    value={field.name}
                    className="mt-0.5 size-4 shrink-0 accent-accent"
                    checked={checked.has(field.name)}
                    onChange={({ target }) => set([field.name], target.checked)}
                  />
                  <span className="min-w-0">
                    {field.title} <Unit field={field} />
                    <span className="block font-mono text-[0.8125rem] wrap-anywhere text-muted">
                      {field.name}
                    </span>
                  </span>
                </label>
              ))}
            </div>
          </fieldset>
        );
      })}
      {fault !== undefined && (
        <p className="text-[0.8125rem] font-medium text-danger wrap-anywhere">{fault}</p>
      )}
    </div>
  );
}

function Unit({ field }: { field: Field }) {
  const { unit } = metricFormat(field, 'metric');
  return unit === '' ? null : <span className="text-muted">({unit})</span>;
}
