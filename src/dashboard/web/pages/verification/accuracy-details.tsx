import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { accuracyQuery, type AccuracyQuery } from '../../api/accuracy.ts';
import type { Accuracy, AccuracyScore } from '../../api/schemas.ts';
import { SeriesSwatch } from '../../ui/chart/swatch.tsx';
import { Select } from '../../ui/forms/select.tsx';
import { Card } from '../../ui/layout/page.tsx';
import { type Column, Table } from '../../ui/layout/table.tsx';
import { ErrorNotice } from '../../ui/states/notice.tsx';
import { formatCount } from '../../ui/time.tsx';
import { HourChart, LeadChart, ReliabilityChart } from './score-charts.tsx';
import {
  hoursOf,
  intervalOf,
  LEAST_CASES,
  type MeasureName,
  MEASURES,
  ONE_DAY,
  ownSource,
  scoreAt,
  sourcesOf,
  styleOf,
  textOf,
  titleOf,
  whereOf,
} from './scores.ts';

/** By lead time and hour of the day, and every score of a lead time. */
export function AccuracyDetails({ answer, asked }: { answer: Accuracy; asked: AccuracyQuery }) {
  const [chosen, setLead] = useState(ONE_DAY);
  // Fewer stations have too few cases for this.
  const scope = asked.scope === '300km' ? asked.scope : undefined;
  const { data: byHour, error } = useQuery(accuracyQuery({ ...asked, by: 'hour', scope }));
  const leads = new Map(
    answer.data
      .toSorted((one, other) => one.leadHours.from - other.leadHours.from)
      .map((score) => [score.leadHours.from, hoursOf(score)]),
  );
  const lead = leads.has(chosen) ? chosen : [...leads.keys()][0];
  const of = (truth: AccuracyScore['truth']) => answer.data.filter((score) => score.truth === truth);
  const [scores, laterRuns] = [of('stations'), of('later_runs')];
  const order = sourcesOf(answer.data);
  const ofLead = ({ leadHours }: AccuracyScore) => leadHours.from === lead;
  const reliable = scoreAt(scores, ownSource(scores) ?? order[0], lead);
  return (
    <>
      {scores.length > 0 && (
        <>
          <div className="grid gap-6 xl:grid-cols-2">
            <LeadChart answer={answer} scores={scores} order={order} />
            {byHour && (
              <HourChart answer={byHour} scores={byHour.data} order={order} where={whereOf(byHour)} />
            )}
            {error && <ErrorNotice error={error} />}
          </div>
          <Card
            title="Every score"
            description="The service next to what else was compared over the same cases: each model alone, persistence (what was measured at the same hour of the last full day), and climatology (the averages of many years). Not every field has all of them. Bias is forecast minus measurement."
            actions={
              <Select
                label="Hours ahead"
                className="w-40 shrink-0"
                value={String(lead)}
                onChange={(from) => setLead(Number(from))}
              >
                {[...leads].map(([from, text]) => (
                  <option key={from} value={from}>
                    {text}
                  </option>
                ))}
              </Select>
            }
            isFlush
          >
            <SourcesTable
              caption="Compared with stations"
              unit={answer.unit}
              order={order}
              scores={scores.filter(ofLead)}
            />
          </Card>
        </>
      )}
      {reliable?.reliability && (
        <Card
          title="Reliability"
          description={`How often there was precipitation for each forecast probability, ${hoursOf(reliable)} ahead. On the dashed line, 30 % means 3 times out of 10.`}
        >
          <ReliabilityChart score={reliable} />
        </Card>
      )}
      {laterRuns.some(ofLead) && (
        <Card
          title="Compared with later runs"
          description={`Each model, ${leads.get(lead)} ahead, compared with the first hours of its own later runs, at a thousand points around the world. It shows how steady a model is where there are no stations, and favors it: later runs share its mistakes.`}
          isFlush
        >
          <SourcesTable
            unit={answer.unit}
            order={order}
            scores={laterRuns.filter(ofLead)}
            caption="Compared with later runs"
          />
        </Card>
      )}
    </>
  );
}

interface SourcesTableProps {
  unit: string;
  scores: readonly AccuracyScore[];
  /** Of the sources, which have the same colors everywhere. */
  order: readonly string[];
  caption: string;
}

function SourcesTable({ unit, scores, order, caption }: SourcesTableProps) {
  const measures = Object.keys(MEASURES).filter((name) =>
    scores.some((score) => name in score),
  ) as MeasureName[];
  const columns: Column<AccuracyScore>[] = [
    {
      title: 'Forecast',
      isHeading: true,
      cell: ({ source }) => (
        <span className="inline-flex items-center gap-2 font-medium">
          <SeriesSwatch series={{ ...styleOf(source, order), kind: 'line' }} />
          {titleOf(source)}
        </span>
      ),
    },
    ...measures.flatMap((name) => [
      {
        title: MEASURES[name].title,
        isNumeric: true,
        cell: (score: AccuracyScore) => textOf(score, name, unit) ?? '–',
      },
      ...(name === 'mae'
        ? [{ title: '95 %', isNumeric: true, cell: (score: AccuracyScore) => intervalOf(score, unit) ?? '–' }]
        : []),
    ]),
    {
      title: 'Cases',
      isNumeric: true,
      cell: ({ cases }) => (cases < LEAST_CASES ? `${cases} of ${LEAST_CASES}` : formatCount(cases)),
    },
    { title: 'Days', isNumeric: true, isWideOnly: true, cell: ({ days }) => days },
  ];
  const rows = scores.toSorted((one, other) => order.indexOf(one.source) - order.indexOf(other.source));
  return <Table caption={caption} columns={columns} rows={rows} keyOf={({ source }) => source} />;
}
