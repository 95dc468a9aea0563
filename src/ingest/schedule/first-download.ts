import { type Logger } from 'pino';
import { downloadBytes } from '../../weather/models/index.js';
import { isWholeRunOf, storedRuns } from '../publish/stored-runs.js';
import { type IngestTarget } from '../request/ingest-target.js';
import { formatBytes } from '../status/format.js';

/** Logs, before anything is downloaded, the download size of the models that have no complete run stored yet. */
export async function logFirstDownload(
  targets: readonly IngestTarget[],
  logger: Pick<Logger, 'info'>,
): Promise<void> {
  // The scheduler reports a store that cannot be read.
  const stored = await Promise.all(targets.map((target) => storedRuns(target).catch(() => undefined)));
  const missing = targets.filter(
    (target, i) => stored[i] && !stored[i].some((run) => isWholeRunOf(target, run)),
  );
  if (missing.length === 0) return;
  const bytes = missing.map(downloadBytes);
  const names = missing.map(({ model }) => model.name);
  const models = Object.fromEntries(names.map((name, i) => [name, sizeOf(bytes[i])]));
  const known = bytes.filter((of) => of !== undefined);
  const total = sizeOf(known.length > 0 ? known.reduce((sum, of) => sum + of) : undefined);
  const unknown = names.filter((_, i) => bytes[i] === undefined);
  const notCounted = unknown.length > 0 ? `, not counting ${unknown.join(', ')}, whose size is unknown` : '';
  const size =
    known.length > 0
      ? `one run of each is up to ${total} to download${notCounted}`
      : 'how much there is to download is unknown';
  logger.info(
    { models, total },
    `No complete run of ${names.join(', ')} is stored yet: ${size}. While the newest run is still appearing, the one before it is downloaded, too`,
  );
}

function sizeOf(bytes: number | undefined): string {
  return bytes === undefined ? 'unknown' : formatBytes(bytes);
}
