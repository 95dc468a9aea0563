import { type Logger } from 'pino';
import { downloadBytes } from '../../models/model-target.js';
import { storedRuns } from '../publish/stored-runs.js';
import { type IngestTarget } from '../request/ingest-target.js';
import { formatBytes } from '../status/format.js';

/** Says, before anything is downloaded, how much the models come to of which no run is stored yet. */
export async function logFirstDownload(
  targets: readonly IngestTarget[],
  logger: Pick<Logger, 'info'>,
): Promise<void> {
  // A store that cannot be read is a matter of the schedule, which says so.
  const stored = await Promise.all(targets.map((target) => storedRuns(target).catch(() => undefined)));
  const missing = targets.filter(
    (target, i) => stored[i] && !stored[i].some(({ model }) => model === target.model.name),
  );
  if (missing.length === 0) return;
  const bytes = missing.map(downloadBytes);
  const models = Object.fromEntries(missing.map(({ model }, i) => [model.name, sizeOf(bytes[i])]));
  const total = formatBytes(bytes.reduce((sum: number, of = 0) => sum + of, 0));
  const unknown = bytes.includes(undefined) ? ', beside what is not known' : '';
  logger.info(
    { models, total },
    `No run of ${Object.keys(models).join(', ')} is stored yet: about to download up to ${total}${unknown}. Newer runs are as large`,
  );
}

function sizeOf(bytes: number | undefined): string {
  return bytes === undefined ? 'unknown' : formatBytes(bytes);
}
