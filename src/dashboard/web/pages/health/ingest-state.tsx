import type { Ingest } from '../../api/schemas.ts';
import { Badge, Code } from '../../ui/badge.tsx';
import { DefinitionList } from '../../ui/layout/definition-list.tsx';
import { formatBytes, formatCount, formatDuration } from '../../ui/format.ts';
import { Meter } from '../../ui/meter.tsx';
import { Notice } from '../../ui/states/notice.tsx';
import { relativeTime, Time } from '../../ui/time.tsx';

const STATES = {
  off: { title: 'Off', tone: 'neutral' },
  waiting: { title: 'Waiting', tone: 'neutral' },
  polling: { title: 'Checking for a run', tone: 'accent' },
  ingesting: { title: 'Downloading', tone: 'accent' },
} as const;

/** What ingest is doing for one model. */
export function IngestState({ ingest }: { ingest: Ingest }) {
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
