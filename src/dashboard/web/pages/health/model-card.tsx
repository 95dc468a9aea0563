import type { Ingest, ModelSchedule, ModelState, Readiness } from '../../api/schemas.ts';
import { Badge, Code } from '../../ui/badge.tsx';
import { Card, DefinitionList } from '../../ui/layout/page.tsx';
import { Meter } from '../../ui/meter.tsx';
import { formatAmount, formatBytes, formatCount, formatDuration, UtcTime } from '../../ui/time.tsx';

type Feed = Readiness['feeds'][number];

interface ModelCardProps {
  schedule: ModelSchedule;
  /** Undefined until loaded. */
  ingest: Ingest | undefined;
  feed: Feed | undefined;
}

/** One model: its state and what comes next. What the state is derived from only explains it. */
export function ModelCard({ schedule, ingest, feed }: ModelCardProps) {
  const { model, title, resolution, newestRun, nextRun, nextRunExpectedAt, state } = schedule;
  return (
    <Card title={`${model.toUpperCase()} ${resolution}`} description={title}>
      <div className="space-y-4">
        <ModelStateText state={state} />
        {state.code === 'off' && (
          <p className="text-muted">
            To download a run yourself, use <Code>{`npm run ingest -- --model ${model} --run latest`}</Code>.
          </p>
        )}
        {ingest?.progress && <Progress progress={ingest.progress} />}
        {ingest !== undefined && <Reasons ingest={ingest} faults={feed?.faults ?? []} />}
        <DefinitionList
          items={[
            { title: 'Newest run', value: newestRun === null ? 'None' : <UtcTime instant={newestRun} /> },
            {
              title: 'Next run',
              value: (
                <>
                  <UtcTime instant={nextRun} />
                  <span className="block text-[0.8125rem] text-muted">
                    Usually complete at <UtcTime instant={nextRunExpectedAt} />
                  </span>
                </>
              ),
            },
            feed !== undefined &&
              feed.sources.length > 0 && { title: 'Sources', value: <Sources feed={feed} /> },
          ]}
        />
      </div>
    </Card>
  );
}

const TONES = {
  up_to_date: 'success',
  downloading: 'accent',
  late: 'warning',
  unreachable: 'danger',
  failing: 'danger',
  no_run: 'neutral',
  off: 'neutral',
} as const;

export function ModelStateText({ state: { code, title, detail } }: { state: ModelState }) {
  return (
    <p>
      <Badge tone={TONES[code]}>{title}</Badge> {detail}
    </p>
  );
}

/** Why the state is as it is, for those who look for the cause. */
function Reasons({
  ingest: { lastError, clockSkewSeconds },
  faults,
}: {
  ingest: Ingest;
  faults: Feed['faults'];
}) {
  return (
    <>
      {lastError !== null && (
        <p className="text-muted">
          <Code>{lastError.code}</Code>, {formatAmount(lastError.count, 'time')} in a row. The log has the
          reason.
        </p>
      )}
      {faults.map(({ code, detail, since }) => (
        <p key={code} className="break-words text-muted">
          <Code>{code}</Code> since <UtcTime instant={since} />: {detail}
        </p>
      ))}
      {clockSkewSeconds !== 0 && (
        <p className="text-muted">
          The data source&apos;s clock is {formatDuration(Math.abs(clockSkewSeconds))}{' '}
          {clockSkewSeconds > 0 ? 'ahead of' : 'behind'} this machine&apos;s. Sync this machine&apos;s clock
          with NTP.
        </p>
      )}
    </>
  );
}

function Progress({ progress }: { progress: NonNullable<Ingest['progress']> }) {
  const { startedAt, stepsDone, steps, downloadedBytes, totalBytes } = progress;
  const text =
    steps === 0 ? 'Reading inventories' : `${formatCount(stepsDone)} of ${formatCount(steps)} steps`;
  const bytes =
    totalBytes === null
      ? formatBytes(downloadedBytes)
      : `${formatBytes(downloadedBytes)} of ${formatBytes(totalBytes)}`;
  return (
    <div className="space-y-1.5">
      <Meter name="Download progress" value={stepsDone} max={steps} text={text} isProgress />
      <p className="text-[0.8125rem] text-muted tabular-nums">
        {bytes}, started <UtcTime instant={startedAt} />
      </p>
    </div>
  );
}

/** In the order in which the service tries them. */
function Sources({ feed: { product, sources } }: { feed: Feed }) {
  return (
    <ul className="space-y-1">
      {sources.map(({ location, state, error, steps }) => (
        <li key={location}>
          <span className="break-all">{location}</span>{' '}
          <span className="text-[0.8125rem] text-muted">
            {error === null
              ? `${state === 'lagging' ? 'lacked files that a later source had; ' : ''}${formatCount(steps)} steps from the last run`
              : `not used: ${error}`}
          </span>
        </li>
      ))}
      {product !== null && (
        <li className="text-[0.8125rem] text-muted">
          Files of the last run: <Code>{product}</Code>
        </li>
      )}
    </ul>
  );
}
