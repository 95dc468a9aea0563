import type { Ingest, ModelSchedule, Readiness } from '../../api/schemas.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { DefinitionList } from '../../ui/layout/definition-list.tsx';
import { formatDuration } from '../../ui/format.ts';
import { Time } from '../../ui/time.tsx';
import { FeedSources } from './feed-sources.tsx';
import { IngestState } from './ingest-state.tsx';

type Feed = Readiness['feeds'][number];

interface ModelCardProps {
  schedule: ModelSchedule;
  /** Undefined until loaded. */
  ingest: Ingest | undefined;
  feed: Feed | undefined;
}

/** One model: its lag behind the schedule, its ingest state, and the sources of its runs. */
export function ModelCard({ schedule, ingest, feed }: ModelCardProps) {
  const { model, title, resolution, newestRun, nextRun, nextRunBeginsAt, nextRunExpectedAt } = schedule;
  return (
    <Card title={`${model.toUpperCase()} ${resolution}`} description={title}>
      <div className="space-y-4">
        <DefinitionList
          items={[
            { title: 'Schedule', value: <Lag schedule={schedule} /> },
            {
              title: 'Newest run',
              value:
                newestRun === null ? 'None complete yet' : <Time instant={newestRun} isRelative={false} />,
            },
            {
              title: 'Next run',
              value: (
                <>
                  <Time instant={nextRun} isRelative={false} />
                  <span className="block text-[0.8125rem] text-muted">
                    Usually available from <Time instant={nextRunBeginsAt} isRelative={false} />
                    {nextRunExpectedAt !== nextRunBeginsAt && (
                      <>
                        , complete at <Time instant={nextRunExpectedAt} isRelative={false} />
                      </>
                    )}
                  </span>
                </>
              ),
            },
          ]}
        />
        {ingest !== undefined && <IngestState ingest={ingest} />}
        {feed !== undefined && <FeedSources feed={feed} />}
      </div>
    </Card>
  );
}

function Lag({
  schedule: { newestRun, lagSeconds, isOverdue, nextRunExpectedAt },
}: Pick<ModelCardProps, 'schedule'>) {
  if (newestRun === null) return <Badge tone="neutral">No complete run yet</Badge>;
  if (lagSeconds > 0)
    return <Badge tone={isOverdue ? 'warning' : 'accent'}>{`Behind by ${formatDuration(lagSeconds)}`}</Badge>;
  return (
    <>
      <Badge tone="success">On schedule</Badge>
      <span className="ml-2 text-[0.8125rem] text-muted">
        Next run <Time instant={nextRunExpectedAt} />
      </span>
    </>
  );
}
