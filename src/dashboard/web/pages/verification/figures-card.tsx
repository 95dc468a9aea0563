import { ChartLine } from 'lucide-react';
import type { Accuracy, AccuracyScore } from '../../api/schemas.ts';
import { Code } from '../../ui/badge.tsx';
import { GuideLink } from '../../ui/button.tsx';
import { Card } from '../../ui/layout/page.tsx';
import { EmptyState, Notice } from '../../ui/states/notice.tsx';
import { formatAmount, formatShare } from '../../ui/time.tsx';
import {
  DAYS_AHEAD,
  FIELDS,
  hoursOf,
  intervalOf,
  LEAST_CASES,
  MEASURES,
  OWN,
  ownSource,
  REFERENCES,
  scoreAt,
  textOf,
  titleOf,
  whereOf,
} from './scores.ts';

interface FiguresCardProps {
  answer: Accuracy;
  isOfPlace: boolean;
  /** Whether the user chose the area. */
  isChosen: boolean;
}

const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** How far off the service was, one, three and four to five days ahead. */
export function FiguresCard({ answer, isOfPlace, isChosen }: FiguresCardProps) {
  const { field, unit, scope, start, end } = answer;
  const scores = answer.data.filter(({ truth }) => truth === 'stations');
  if (scores.length === 0) return isChosen ? <NothingThere /> : <NothingYet />;
  const own = ownSource(scores);
  return (
    <>
      {isOfPlace && scope === 'world' && (
        <Notice tone="info" title="Not enough data near this location">
          <p>These are the figures of the whole world.</p>
        </Notice>
      )}
      <Card
        title={`${FIELDS[field].title}: ${own === undefined ? "this service's forecast hasn't been compared yet" : OWN[own]}`}
        description={`${day.formatRange(new Date(start), new Date(end))}, ${whereOf(answer)}. ${MEASURES[FIELDS[field].main].meaning}`}
        isFlush
      >
        <dl className="grid gap-px overflow-hidden rounded-b-lg border-t border-line bg-line sm:grid-cols-3">
          {Object.entries(DAYS_AHEAD).map(([from, title]) => {
            const score = scoreAt(scores, own, Number(from));
            const text = textOf(score, FIELDS[field].main, unit);
            return (
              <div key={from} className="bg-surface px-4 py-4 sm:px-5">
                <dt className="font-medium">
                  {title}
                  <span className="ml-2 font-normal text-muted">{score && hoursOf(score)}</span>
                </dt>
                <dd className="mt-1 text-2xl leading-snug font-semibold tracking-tight tabular-nums">
                  {text ?? 'Not enough data yet'}
                </dd>
                <dd className="space-y-0.5 text-muted tabular-nums">
                  {score && text !== undefined ? (
                    <>
                      {score.interval && <p>{intervalOf(score, unit)} with 95 % confidence</p>}
                      <p>{formatAmount(score.cases, 'case')}</p>
                      <p className="empty:hidden">{gainsOf(score, scores)}</p>
                    </>
                  ) : (
                    `${score?.cases ?? 0} of ${LEAST_CASES} cases`
                  )}
                </dd>
              </div>
            );
          })}
        </dl>
      </Card>
    </>
  );
}

/** How the service compares with persistence and with the best of the models, over the same cases. */
function gainsOf(own: AccuracyScore, scores: readonly AccuracyScore[]): string {
  const errorOf = ({ mae, brier }: AccuracyScore) => mae ?? brier ?? 0;
  const rivals = scores.filter(
    (score) => score.leadHours.from === own.leadHours.from && !(score.source in OWN) && errorOf(score) > 0,
  );
  const isModel = ({ source }: AccuracyScore) => !(source in REFERENCES);
  const [best] = rivals.filter(isModel).sort((one, other) => errorOf(one) - errorOf(other));
  return [...rivals.filter(({ source }) => source === 'persistence'), ...(best ? [best] : [])]
    .map((rival) => {
      const gain = 1 - errorOf(own) / errorOf(rival);
      const share = formatShare(Math.abs(gain));
      const title = isModel(rival) ? titleOf(rival.source) : rival.source;
      return share === formatShare(0)
        ? `the same error as ${title}`
        : `${share} ${gain < 0 ? 'more' : 'less'} error than ${title}`;
    })
    .join(', ');
}

function NothingThere() {
  return (
    <Notice tone="info" title="No forecasts compared there yet">
      <p>Choose a larger area, or the whole world.</p>
    </Notice>
  );
}

function NothingYet() {
  return (
    <Card>
      <EmptyState icon={ChartLine} title="No forecasts compared yet">
        <p>
          The service compares its forecasts with the reports of weather stations. For that, it has to fetch
          both: set <Code>OBSERVATIONS=metar</Code> and <Code>INGEST_SCHEDULE=on</Code>, which are the
          defaults. The first scores appear after one to two days.
        </p>
        <p className="mt-2">
          <GuideLink to="configuration">Configuration</GuideLink>
        </p>
      </EmptyState>
    </Card>
  );
}
