import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { runsQuery } from '../../../api/catalogue.ts';
import { forecastQuery, type ForecastRequest } from '../../../api/forecast.ts';
import type { Client, Field, Forecast, HourlyEntry, ModelSchedule } from '../../../api/schemas.ts';
import { Code } from '../../../ui/badge.tsx';
import { Spinner } from '../../../ui/button.tsx';
import { Chart } from '../../../ui/chart/chart.tsx';
import { lookOf, type Series } from '../../../ui/chart/series.ts';
import { Select } from '../../../ui/forms/select.tsx';
import { Loaded, Notice } from '../../../ui/states/notice.tsx';
import { CostNote } from '../../clients/client-details.tsx';
import { metricFormat } from '../charts/metric-format.ts';
import { withoutQuantiles } from '../charts/quantiles.ts';

/** Compares the forecasts of the models that the service uses. */
export function CompareTab(props: CompareProps) {
  const runs = useQuery(runsQuery);
  return (
    <div className="p-4 sm:p-5">
      <Loaded query={runs}>
        {({ models }) => <CompareModels {...props} models={models.filter(({ isEnsemble }) => !isEnsemble)} />}
      </Loaded>
    </div>
  );
}

interface CompareProps {
  client: Client;
  request: ForecastRequest;
  /** The forecast combined from all models. */
  forecast: Forecast;
  catalogue: Field[];
}

interface CompareModelsProps extends CompareProps {
  /** All models, in the order of their colors. */
  models: ModelSchedule[];
}

const HEIGHT_PX = 280;

/** One field from each selected model alone, next to the combined forecast. */
function CompareModels({ client, request, forecast, catalogue, models }: CompareModelsProps) {
  const names = models.map(({ model }) => model);
  const fields = withoutQuantiles(catalogue).filter(({ panel }) => panel !== null);
  const [left, setLeft] = useState<string[]>([]);
  const [fieldName, setFieldName] = useState<string>();
  const field = fields.find(({ name }) => name === fieldName) ?? fields[0];
  // Requests to the others would fail, and count as errors of the client.
  const stored = models.filter(({ newestRun }) => newestRun !== null);
  const missing = models.filter(({ newestRun }) => newestRun === null);
  const chosen = stored.map(({ model }) => model).filter((name) => !left.includes(name));
  const answers = useQueries({
    queries: chosen.map((source) => ({
      ...forecastQuery(client.client_id, { ...request, source }),
      // The previous data may be of another place or model.
      placeholderData: undefined,
    })),
  });
  const { hourly = [] } = forecast.data.timelines;
  const times = useMemo(() => hourly.map(({ time }) => Date.parse(time) / 1000), [hourly]);
  const given = answers.map(({ data }) => data);
  const series = useMemo(
    () =>
      comparedSeries(field, hourly, [
        { title: 'All models', entries: hourly, look: lookOf(0) },
        ...chosen.flatMap((name, i) => {
          const entries = given[i]?.data.timelines.hourly;
          return entries
            ? [{ title: name.toUpperCase(), entries, look: lookOf(1 + names.indexOf(name)) }]
            : [];
        }),
      ]),
    [field, hourly, chosen.join(), ...given],
  );
  const failures = chosen.flatMap((name, i) => {
    const { error } = answers[i];
    return error === null ? [] : [{ name, error }];
  });
  const empty = series.filter(({ values }) => values.every((value) => value === null));
  const format = metricFormat(field, forecast.meta.units);
  return (
    <div className="space-y-5">
      <div className="grid items-start gap-x-8 gap-y-4 md:grid-cols-[16rem_minmax(0,1fr)]">
        <Select label="Metric" value={field.name} onChange={setFieldName}>
          {fields.map(({ name, title }) => (
            <option key={name} value={name}>
              {title}
            </option>
          ))}
        </Select>
        <ModelChoices
          models={stored}
          chosen={chosen}
          onChange={(wanted) =>
            setLeft(stored.map(({ model }) => model).filter((name) => !wanted.includes(name)))
          }
        />
      </div>
      {missing.length > 0 && (
        <Notice tone="info" title="Models without a run">
          <ul className="space-y-1">
            {missing.map(({ model, state }) => (
              <li key={model} className="wrap-anywhere">
                {model.toUpperCase()}: {state.title}. {state.detail}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {failures.length > 0 && (
        <Notice tone="warning" title="Some models can't be shown">
          <ul className="space-y-1">
            {failures.map(({ name, error }) => (
              <li key={name}>
                <Code>{name}</Code> {error.message}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <section className="min-w-0">
        <h3 className="mb-1 flex items-center gap-2 font-semibold">
          {field.title}
          {format.unit !== '' && <span className="font-normal text-muted">({format.unit})</span>}
          {answers.some(({ isPending }) => isPending) && <Spinner />}
        </h3>
        <Chart
          name={`${field.title} by model`}
          times={times}
          series={series}
          timeZone={forecast.meta.timezone}
          isFromZero={field.panel!.min === 0}
          formatValue={format.text}
          formatAxis={format.number}
          heightPx={HEIGHT_PX}
        />
      </section>
      {empty.length > 0 && (
        <p className="text-muted">
          No values of this metric here: {empty.map(({ title }) => title).join(', ')}.
        </p>
      )}
      <div className="space-y-1">
        <p className="text-[0.8125rem] text-muted">
          Each model&apos;s line is the response with <Code>source</Code> set to that model. “All models” is
          the response without <Code>source</Code>.
        </p>
        <CostNote client={client} what="Each model compared" units="1 unit" />
      </div>
    </div>
  );
}

interface Compared {
  title: string;
  entries: readonly HourlyEntry[];
  look: ReturnType<typeof lookOf>;
}

/** One field of several forecasts, at the hours of the first. Null if a forecast lacks the hour or the value. */
function comparedSeries(
  { name, panel }: Field,
  hours: readonly HourlyEntry[],
  compared: readonly Compared[],
): Series[] {
  return compared.map(({ title, entries, look }) => {
    const valueAt = new Map(entries.map(({ time, values }) => [time, values[name] ?? null]));
    return {
      title,
      ...look,
      // Bars of several models would cover one another.
      kind: panel?.chart === 'marks' ? 'marks' : 'line',
      values: hours.map(({ time }) => valueAt.get(time) ?? null),
    };
  });
}

interface ModelChoicesProps {
  models: ModelSchedule[];
  chosen: string[];
  onChange: (chosen: string[]) => void;
}

function ModelChoices({ models, chosen, onChange }: ModelChoicesProps) {
  if (models.length === 0) return null;
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium">Models</legend>
      <div className="grid gap-x-6 gap-y-1 sm:grid-cols-2">
        {models.map(({ model, title }) => (
          <label key={model} className="flex gap-2.5 py-0.5">
            <input
              type="checkbox"
              className="mt-0.5 size-4 shrink-0 accent-accent"
              checked={chosen.includes(model)}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, model] : chosen.filter((name) => name !== model))
              }
            />
            <span className="min-w-0 wrap-anywhere">
              {model.toUpperCase()} <span className="text-muted">{title}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
