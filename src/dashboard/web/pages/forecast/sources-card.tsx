import type { Field, Forecast } from '../../api/schemas.ts';
import { Badge, Code } from '../../ui/badge.tsx';
import { timeLabels } from '../../ui/chart/time-labels.ts';
import { Disclosure } from '../../ui/layout/disclosure.tsx';
import { DefinitionList } from '../../ui/layout/page.tsx';
import { type Column, Table } from '../../ui/layout/table.tsx';
import { Notice } from '../../ui/states/notice.tsx';
import { formatAmount, formatCount, formatDuration, relativeTime, Time, UtcTime } from '../../ui/time.tsx';
import type { Source } from './sources.ts';

/** Where the values come from and how old they are, in one line, with the details on demand. */
export function SourceLine({ meta, catalogue }: SourcesProps) {
  const { source, run, nextRunExpectedAt, grid, elevationAttribution, sources, corrections } = meta;
  const stations = [...new Set(corrections.flatMap((one) => one.stations.map(({ id }) => id)))];
  const models = [...new Set([source, ...sources.map((one) => one.source)])].map((name) =>
    name === 'climatology' ? 'then long-term averages' : name.toUpperCase(),
  );
  const line =
    run === null
      ? 'Source: long-term averages, not a forecast'
      : [
          `Source: ${models.join(', ')}`,
          `run ${formatDuration((Date.now() - Date.parse(run)) / 1000)} old`,
          ...(nextRunExpectedAt === null ? [] : [`next run ${relativeTime(nextRunExpectedAt)}`]),
        ].join(' · ');
  const attributions = [...Map.groupBy(sources, (one) => one.attribution)].map(
    ([attribution, givers]) =>
      `${[...new Set(givers.map((one) => one.source.toUpperCase()))].join(', ')}: ${attribution}`,
  );
  if (sources.length === 0) attributions.push(meta.attribution);
  if (elevationAttribution !== undefined) attributions.push(elevationAttribution);
  return (
    <div className="space-y-1.5">
      <Disclosure title={<span className="text-muted">{line}</span>}>
        <div className="space-y-3 p-4 sm:p-5">
          <DefinitionList
            items={[
              run !== null && { title: 'Run', value: <UtcTime instant={run} /> },
              stations.length > 0 && { title: 'Corrected by', value: stations.join(', ') },
              {
                title: 'Grid',
                value: `${grid.resolution.toLocaleString()}°${grid.elevation === null ? '' : `, terrain at ${grid.elevation.toLocaleString()} m`}`,
              },
            ]}
          />
        </div>
        {sources.length > 0 && <SourcesTable meta={meta} catalogue={catalogue} />}
      </Disclosure>
      <p className="px-4 text-[0.8125rem] text-muted sm:px-5">{attributions.join(' · ')}</p>
    </div>
  );
}

interface SourcesProps {
  meta: Forecast['meta'];
  catalogue: Field[];
}

const DEGREES = new Intl.NumberFormat(undefined, { maximumFractionDigits: 4 });
/** More fields than this are collapsed behind their number. */
const FEW_FIELDS = 3;

/** Which fields each model run contributes, and from when to when. */
function SourcesTable({ meta: { sources, timezone }, catalogue }: SourcesProps) {
  const hour = timeLabels(timezone).full;
  const hourOf = (instant: string) => hour(Date.parse(instant) / 1000);
  const titleOf = (name: string) => catalogue.find((field) => field.name === name)?.title ?? name;
  const columns: Column<Source>[] = [
    {
      title: 'Source',
      cell: ({ source, run, reaches }) => (
        <>
          <p className="font-medium">{source.toUpperCase()}</p>
          {run !== null && (
            <p className="text-muted">
              Run <UtcTime instant={run} />
            </p>
          )}
          {reaches !== undefined && (
            <p className="mt-1">
              <Badge tone="accent">{`In progress, available to ${hourOf(reaches)}`}</Badge>
            </p>
          )}
        </>
      ),
    },
    { title: 'From', cell: ({ from }) => <Hour text={hourOf(from)} /> },
    { title: 'To', cell: ({ to }) => <Hour text={hourOf(to)} /> },
    { title: 'Fields', isProse: true, cell: ({ fields }) => <Fields titles={fields.map(titleOf)} /> },
    {
      title: 'Grid',
      cell: ({ grid }) => (
        <>
          {DEGREES.format(grid.resolution)}°
          {grid.elevation !== null && (
            <span className="block whitespace-nowrap text-muted">at {formatCount(grid.elevation)} m</span>
          )}
        </>
      ),
    },
    {
      title: 'Next run',
      cell: ({ nextRunExpectedAt }) =>
        nextRunExpectedAt === null ? '–' : <Time instant={nextRunExpectedAt} />,
    },
  ];
  return (
    <>
      <p className="border-t border-line px-4 py-3 text-muted sm:px-5">
        What each model run contributes (<Code>meta.sources</Code>), in order of preference. From and To are
        in {timezone}.
      </p>
      <Table
        caption="Sources"
        columns={columns}
        rows={sources.flatMap((source) => source.spans.map((span) => ({ ...source, ...span })))}
        keyOf={({ source, run, from, fields }) => `${source} ${run} ${from} ${fields.join()}`}
      />
    </>
  );
}

function Hour({ text }: { text: string }) {
  return <span className="whitespace-nowrap">{text}</span>;
}

function Fields({ titles }: { titles: string[] }) {
  if (titles.length <= FEW_FIELDS) return titles.join(', ');
  return (
    <details className="sm:max-w-72">
      <summary className="w-fit rounded">{formatAmount(titles.length, 'field')}</summary>
      <p className="mt-1 text-[0.8125rem] text-muted">{titles.join(', ')}</p>
    </details>
  );
}

/** The response's warnings, collapsed unless there is only one or no forecast is available. */
export function Warnings({ meta: { source, warnings } }: { meta: Forecast['meta'] }) {
  if (warnings.length === 0) return null;
  const isClimatology = source === 'climatology';
  const title = isClimatology
    ? 'These are long-term averages, not a forecast'
    : `This forecast has ${formatAmount(warnings.length, 'warning')}`;
  return (
    <Notice tone="warning">
      <details open={isClimatology || warnings.length === 1}>
        <summary className="font-semibold">{title}</summary>
        <ul className="mt-2 space-y-2">
          {warnings.map(({ code, detail, fields }) => (
            <li key={`${code} ${detail}`}>
              <p>{detail}</p>
              <p className="mt-1 flex flex-wrap gap-1 text-muted">
                <Code>{code}</Code>
                {!isClimatology && fields.map((field) => <Code key={field}>{field}</Code>)}
              </p>
            </li>
          ))}
        </ul>
      </details>
    </Notice>
  );
}
