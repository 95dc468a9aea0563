import type { Ingest } from '../../api/schemas.ts';
import { Badge, Code } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { formatBytes, formatCount, formatDuration } from '../../ui/format.ts';
import { Meter } from '../../ui/meter.tsx';
import { Notice } from '../../ui/notice.tsx';
import { relativeTime, Time } from '../../ui/time.tsx';

const STATES = {
  off: { title: 'Off', tone: 'neutral' },
  waiting: { title: 'Waiting', tone: 'neutral' },
  looking: { title: 'Looking', tone: 'accent' },
  ingesting: { title: 'Fetching a run', tone: 'accent' },
} as const;

/** What the schedule does for one model. */
export function IngestCard({ ingest }: { ingest: Ingest }) {
  const { model, resolution, state, progress, lastError, nextLookAt, clockSkewSeconds } = ingest;
  const { title, tone } = STATES[state];
  return (
    <Card
      title={`Fetching ${model.toUpperCase()} ${resolution}`}
      description="New runs of the weather model, by schedule."
    >
      <div className="space-y-4">
        <DefinitionList
          items={[
            { title: 'State', value: <Badge tone={tone}>{title}</Badge> },
            ...(nextLookAt === null ? [] : [{ title: 'Next look', value: <Time instant={nextLookAt} /> }]),
          ]}
        />
        {state === 'off' && (
          <p className="text-muted">
            INGEST_SCHEDULE is off, or the process that takes the runs is not there. Runs come by command,
            too: <Code>npm run ingest -- --run latest</Code>
          </p>
        )}
        {progress !== null && <Progress progress={progress} />}
        {lastError !== null && (
          <Notice tone="warning" title={`Failed ${formatCount(lastError.count)} times in a row`}>
            <p>
              <Code>{lastError.code}</Code> {relativeTime(lastError.at)}. The log says more; it tries again by
              itself.
            </p>
          </Notice>
        )}
        {clockSkewSeconds !== 0 && (
          <Notice tone="warning" title="The clocks differ">
            <p>
              The source's clock is {formatDuration(Math.abs(clockSkewSeconds))}{' '}
              {clockSkewSeconds > 0 ? 'ahead of' : 'behind'} this machine's. Set this machine's clock by NTP.
            </p>
          </Notice>
        )}
      </div>
    </Card>
  );
}

function Progress({ progress }: { progress: NonNullable<Ingest['progress']> }) {
  const { run, startedAt, stepsDone, steps, downloadedBytes, totalBytes } = progress;
  const text =
    steps === 0 ? 'reading the inventories' : `${formatCount(stepsDone)} of ${formatCount(steps)} steps`;
  const bytes =
    totalBytes === null
      ? formatBytes(downloadedBytes)
      : `${formatBytes(downloadedBytes)} of ${formatBytes(totalBytes)}`;
  return (
    <div className="space-y-1.5">
      <p className="flex flex-wrap justify-between gap-x-4 tabular-nums">
        <span>
          Run of <Time instant={run} isRelative={false} />
        </span>
        <span>{text}</span>
      </p>
      <Meter name="Progress of the run" value={stepsDone} max={steps} text={text} isProgress />
      <p className="text-[0.8125rem] text-muted tabular-nums">
        {bytes}, begun {relativeTime(startedAt)}
      </p>
    </div>
  );
}
