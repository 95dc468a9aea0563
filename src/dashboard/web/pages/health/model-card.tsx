import type { Ingest, ModelSchedule, Readiness } from '../../api/schemas.ts';
import { Badge, Code } from '../../ui/badge.tsx';
import { Card, DefinitionList } from '../../ui/layout/page.tsx';
import { Meter } from '../../ui/meter.tsx';
import { Notice } from '../../ui/states/notice.tsx';
import { formatBytes, formatCount, formatDuration, relativeTime, Time } from '../../ui/time.tsx';

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

const STATES = {
  off: { title: 'Off', tone: 'neutral' },
  waiting: { title: 'Waiting', tone: 'neutral' },
  polling: { title: 'Checking for a run', tone: 'accent' },
  ingesting: { title: 'Downloading', tone: 'accent' },
} as const;

/** What ingest is doing for one model. */
function IngestState({ ingest }: { ingest: Ingest }) {
  const { model, state, progress, lastError, nextPollAt, clockSkewSeconds } = ingest;
  const { title, tone } = STATES[state];
  return (
    <>
      <DefinitionList
        items={[
          {
            title: 'Ingest',
            value: (
              <>
                <Badge tone={tone}>{title}</Badge>
                {nextPollAt !== null && (
                  <span className="ml-2 text-[0.8125rem] text-muted">
                    Next check <Time instant={nextPollAt} />
                  </span>
                )}
              </>
            ),
          },
        ]}
      />
      {state === 'off' && (
        <p className="text-muted">
          INGEST_SCHEDULE is off, or the ingest process isn&apos;t running. To download a run yourself, use{' '}
          <Code>{`npm run ingest -- --model ${model} --run latest`}</Code>.
        </p>
      )}
      {progress !== null && <Progress progress={progress} />}
      {lastError !== null && (
        <Notice tone="warning" title={`Failed ${formatCount(lastError.count)} times in a row`}>
          <p>
            <Code>{lastError.code}</Code> {relativeTime(lastError.at)}. The service retries automatically. The
            log has the reason, at the first failure.
          </p>
        </Notice>
      )}
      {clockSkewSeconds !== 0 && (
        <Notice tone="warning" title="Clock out of sync">
          <p>
            The data source&apos;s clock is {formatDuration(Math.abs(clockSkewSeconds))}{' '}
            {clockSkewSeconds > 0 ? 'ahead of' : 'behind'} this machine&apos;s. Sync this machine&apos;s clock
            with NTP.
          </p>
        </Notice>
      )}
    </>
  );
}

function Progress({ progress }: { progress: NonNullable<Ingest['progress']> }) {
  const { run, startedAt, stepsDone, steps, downloadedBytes, totalBytes } = progress;
  const text =
    steps === 0 ? 'Reading inventories' : `${formatCount(stepsDone)} of ${formatCount(steps)} steps`;
  const bytes =
    totalBytes === null
      ? formatBytes(downloadedBytes)
      : `${formatBytes(downloadedBytes)} of ${formatBytes(totalBytes)}`;
  return (
    <div className="space-y-1.5">
      <p className="flex flex-wrap justify-between gap-x-4 tabular-nums">
        <span>
          Run <Time instant={run} isRelative={false} />
        </span>
        <span>{text}</span>
      </p>
      <Meter name="Download progress" value={stepsDone} max={steps} text={text} isProgress />
      <p className="text-[0.8125rem] text-muted tabular-nums">
        {bytes}, started {relativeTime(startedAt)}
      </p>
    </div>
  );
}

const FEED_STATES = {
  well: { title: 'Healthy', tone: 'success' },
  lagging: { title: 'Behind', tone: 'warning' },
  failing: { title: 'Failing', tone: 'danger' },
} as const;

/** The sources of one model's runs, and their faults. */
function FeedSources({ feed: { product, sources, faults } }: { feed: Feed }) {
  return (
    <>
      {faults.map(({ code, detail, since }) => (
        <Notice key={code} tone="danger" title="Source problem">
          <p>
            <Code>{code}</Code> {relativeTime(since)}. New runs may be missing.
          </p>
          <p className="mt-1 break-words">{detail}</p>
        </Notice>
      ))}
      <DefinitionList
        items={[
          { title: 'Files in the last run', value: product === null ? 'None yet' : <Code>{product}</Code> },
          {
            title: 'Sources',
            value: sources.length === 0 ? 'Not checked yet' : <Sources sources={sources} />,
          },
        ]}
      />
    </>
  );
}

/** In the order in which the service tries them. */
function Sources({ sources }: Pick<Feed, 'sources'>) {
  return (
    <ul className="space-y-2">
      {sources.map(({ location, state, error, steps }) => (
        <li key={location} className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Badge tone={FEED_STATES[state].tone}>{FEED_STATES[state].title}</Badge>
          <span className="min-w-0 break-all">{location}</span>
          <span className="text-[0.8125rem] text-muted">
            {error ?? `${formatCount(steps)} steps from the last run`}
          </span>
        </li>
      ))}
    </ul>
  );
}
