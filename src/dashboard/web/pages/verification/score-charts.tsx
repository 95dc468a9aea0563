import type { Accuracy, AccuracyScore } from '../../api/schemas.ts';
import { Chart } from '../../ui/chart/chart.tsx';
import type { Series } from '../../ui/chart/series.ts';
import { HOUR_SECONDS } from '../../ui/durations.ts';
import { Card } from '../../ui/layout/page.tsx';
import { formatAmount } from '../../ui/time.tsx';
import { FIELDS, hoursOf, LEAST_CASES, MEASURES, styleOf, titleOf } from './scores.ts';

interface ScoresProps {
  answer: Accuracy;
  /** Those of its scores that are shown. */
  scores: readonly AccuracyScore[];
  /** Of the sources, which have the same colors everywhere. */
  order: readonly string[];
}

interface ChartCardProps extends ScoresProps {
  title: string;
  description: string;
  /** Where a score stands along the axis, in seconds. */
  secondsOf: (score: AccuracyScore) => number;
  labels: NonNullable<Parameters<typeof Chart>[0]['labels']>;
  isByDay?: boolean;
}

/** The main score of every source, with the interval of the first. */
function ChartCard({ answer: { field, unit }, scores, order, title, description, ...axis }: ChartCardProps) {
  const { secondsOf, labels, isByDay } = axis;
  const { main } = FIELDS[field];
  const measure = MEASURES[main];
  const times = [...new Set(scores.map(secondsOf))].sort((one, other) => one - other);
  const series = order.flatMap((source, i): Series[] => {
    const at = times.map((time) =>
      scores.find((score) => score.source === source && secondsOf(score) === time),
    );
    const valuesOf = (of: (score: AccuracyScore) => number | null | undefined) =>
      at.map((score) => (score && of(score)) ?? null);
    const line: Series = {
      title: titleOf(source),
      ...styleOf(source, order),
      kind: 'dots',
      values: valuesOf((score) => score[main]),
    };
    if (line.values.every((value) => value === null)) return [];
    if (i > 0 || at.every((score) => !score?.interval)) return [line];
    const bound = { colour: line.colour, kind: 'bound' } as const;
    const [low, high] = ['95 %, from', '95 %, to'];
    return [
      line,
      {
        ...bound,
        title: low,
        upTo: high,
        bandTitle: '95 % interval',
        values: valuesOf(({ interval }) => interval?.low),
      },
      { ...bound, title: high, values: valuesOf(({ interval }) => interval?.high) },
    ];
  });
  return (
    <Card title={title} description={description}>
      {series.length === 0 ? (
        <p className="text-muted">Not enough data yet: a score needs {LEAST_CASES} cases.</p>
      ) : (
        <Chart
          name={`${FIELDS[field].title}: ${measure.title.toLowerCase()} ${title.toLowerCase()}`}
          times={times}
          series={series}
          timeZone="UTC"
          labels={labels}
          isByDay={isByDay}
          isFromZero={main !== 'coverage'}
          formatValue={(value) => measure.format(value, unit)}
          heightPx={260}
        />
      )}
    </Card>
  );
}

const middleOf = ({ leadHours: { from, to } }: AccuracyScore) => ((from + to) / 2) * HOUR_SECONDS;

export function LeadChart(props: ScoresProps) {
  const texts = new Map(props.scores.map((score) => [middleOf(score), hoursOf(score)]));
  const labels = {
    title: 'Lead time',
    full: (seconds: number) => texts.get(seconds) ?? '',
    axis: (seconds: number) => `${seconds / HOUR_SECONDS} h`,
  };
  return (
    <ChartCard
      {...props}
      title="By lead time"
      description="How long before the hour the forecast was made."
      secondsOf={middleOf}
      labels={labels}
      isByDay
    />
  );
}

const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`;
const HOURS = 3;
const HOUR_LABELS = {
  title: 'Hour of the day',
  full: (seconds: number) =>
    `${clock(seconds / HOUR_SECONDS)} to ${clock(seconds / HOUR_SECONDS + HOURS)} UTC`,
  axis: (seconds: number) => clock(seconds / HOUR_SECONDS),
};

export function HourChart(props: ScoresProps & { where: string }) {
  return (
    <ChartCard
      {...props}
      title="By hour of the day"
      description={`Forecasts of the next 24 hours, by UTC hour: ${props.where}.`}
      secondsOf={({ hour = 0 }) => hour * HOUR_SECONDS}
      labels={HOUR_LABELS}
    />
  );
}

/** How often there was precipitation for each range of forecast probabilities. */
export function ReliabilityChart({ score }: { score: AccuracyScore }) {
  const bins = (score.reliability ?? []).filter(({ cases }) => cases > 0);
  const times = bins.map(({ forecast }) => forecast! * 100);
  const series: Series[] = [
    { title: 'Ideal', colour: 'chart-rest', kind: 'line', dash: [3, 3], values: times },
    {
      title: titleOf(score.source),
      colour: 'chart-1',
      kind: 'dots',
      values: bins.map(({ observed }) => observed! * 100),
    },
  ];
  const percents = (share: number) => Math.round(share * 100);
  const labels = {
    title: 'Forecast',
    full: (percent: number) => {
      const { from, to, cases } = bins[times.indexOf(percent)];
      return `${percents(from)} to ${percents(to)} % (${formatAmount(cases, 'case')})`;
    },
    axis: (percent: number) => `${percent} %`,
  };
  return (
    <Chart
      name="How often there was precipitation, by forecast probability"
      times={times}
      series={series}
      timeZone="UTC"
      labels={labels}
      range={[0, 100]}
      formatValue={(percent) => `${Math.round(percent * 10) / 10} %`}
      heightPx={300}
    />
  );
}
