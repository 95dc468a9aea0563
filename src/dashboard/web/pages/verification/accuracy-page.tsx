import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ChartLine } from 'lucide-react';
import { accuracyQuery } from '../../api/accuracy.ts';
import { useChosenClient } from '../../api/clients.ts';
import { answerOf, api } from '../../api/transport/client.ts';
import { ProblemError } from '../../api/transport/problem-error.ts';
import { Code } from '../../ui/badge.tsx';
import { GuideLink } from '../../ui/button.tsx';
import { AS_CSV, CsvButton } from '../../ui/csv-button.tsx';
import { Options, Select } from '../../ui/forms/select.tsx';
import { Card, Page } from '../../ui/layout/page.tsx';
import { EmptyState, ErrorNotice, Skeleton } from '../../ui/states/notice.tsx';
import { PlaceSearch, useSettled } from '../forecast/place-search.tsx';
import { AccuracyDetails } from './accuracy-details.tsx';
import { AccuracyPlace } from './accuracy-place.tsx';
import type { AccuracySearch } from './accuracy-search.ts';
import { FiguresCard } from './figures-card.tsx';
import { FIELDS, PERIODS, SCOPES } from './scores.ts';

const route = getRouteApi('/signed-in/accuracy');

const WORLD: AccuracySearch = { lat: undefined, lon: undefined, scope: undefined };

export function AccuracyPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (changed: AccuracySearch) =>
    void navigate({ search: (before) => ({ ...before, ...changed }), replace: true });
  const { data: client } = useChosenClient(search.client);
  const { lat, lon, field = 'temperature', days = '30', scope } = search;
  const hasPlace = lat !== undefined && lon !== undefined;
  const place = hasPlace && { lat: Number(lat), lon: Number(lon), scope };
  const asked = useSettled({ field, days: Number(days), ...place });
  const query = useQuery({ ...accuracyQuery(asked), placeholderData: keepPreviousData });
  const { data: answer, error } = query;
  const busy = {
    'aria-busy': query.isFetching,
    className: query.isPlaceholderData ? 'space-y-6 opacity-60' : 'space-y-6',
  };
  if (error instanceof ProblemError && error.status === 404)
    return (
      <Frame>
        <Card>
          <EmptyState icon={ChartLine} title="Not shown here">
            The operator of this service has turned this page off: <Code>ACCURACY=off</Code>.
          </EmptyState>
        </Card>
      </Frame>
    );
  return (
    <Frame
      actions={
        <CsvButton
          name={`accuracy-${field}`}
          load={() => answerOf(api.GET('/v1/weather/accuracy', { params: { query: asked }, ...AS_CSV }))}
        />
      }
    >
      <div
        role="group"
        aria-label="Filters"
        className="grid items-end gap-x-4 gap-y-3 sm:flex sm:flex-wrap sm:*:w-60"
      >
        <PlaceSearch point={{ lat: lat ?? '', lon: lon ?? '' }} onFound={change} />
        {hasPlace && (
          <Select
            label="Area"
            value={scope ?? ''}
            onChange={(value) =>
              change(value === 'world' ? WORLD : { scope: (value || undefined) as typeof scope })
            }
          >
            <option value="">As near as possible</option>
            <Options of={SCOPES} />
            <option value="world">The whole world</option>
          </Select>
        )}
        <Select
          label="Forecast of"
          value={field}
          onChange={(value) => change({ field: value as typeof field })}
        >
          <Options of={FIELDS} />
        </Select>
        <Select label="Period" value={days} onChange={(value) => change({ days: value as typeof days })}>
          <Options of={PERIODS} />
        </Select>
      </div>
      {error !== null && !isAboutPoint(error) && (
        <ErrorNotice error={error} onRetry={() => void query.refetch()} />
      )}
      {query.isPending && <Skeleton className="h-40 w-full" />}
      {answer && (
        <div {...busy}>
          <FiguresCard
            answer={answer}
            isChosen={!query.isPlaceholderData && asked.scope !== undefined}
            isOfPlace={!query.isPlaceholderData && 'lat' in asked}
          />
        </div>
      )}
      <AccuracyPlace
        client={client}
        search={search}
        error={error}
        station={answer?.station}
        onChange={change}
      />
      {answer && answer.data.length > 0 && (
        <div {...busy}>
          <AccuracyDetails answer={answer} asked={asked} />
        </div>
      )}
    </Frame>
  );
}

/** Such errors are shown at the fields. */
const isAboutPoint = (error: Error) =>
  error instanceof ProblemError && (error.faults.lat ?? error.faults.lon) !== undefined;

function Frame(props: Pick<Parameters<typeof Page>[0], 'actions' | 'children'>) {
  return (
    <Page
      {...props}
      title="Accuracy"
      description={
        <>
          How far recent forecasts were from what weather stations measured.{' '}
          <GuideLink to="accuracy">How it is measured, and what it doesn&apos;t show</GuideLink>
        </>
      }
    />
  );
}
