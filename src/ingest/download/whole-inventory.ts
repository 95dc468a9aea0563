import { findMessage, INDICATOR_BYTES, readIndicator } from '../../weather/grib/index.js';
import { IngestError } from '../ingest-error.js';
import { type PlannedStep } from '../plan/run-plan.js';
import { type ByteSource } from '../source/byte-source.js';
import { type FileVersion } from '../source/file-version.js';
import { urlOf } from '../source/mirrors.js';
import { stepLabel } from '../request/step-list.js';

/** Archives pad files to whole blocks, of 120 bytes for example. */
const LONGEST_PADDING_BYTES = 64 * 1024;

/**
 * Requires that no message follows the last one that an inventory names: an inventory that is truncated at the end of a
 * line looks complete. Checks nothing if there is no inventory or the source doesn't report the file's size.
 *
 * @throws IngestError (InventoryError, MalformedMessageError); whatever the source throws
 */
export async function requireWholeInventory(
  source: ByteSource,
  { stepHours, lastMessage }: PlannedStep,
  signal: AbortSignal,
  versions: ReadonlyMap<string, FileVersion>,
): Promise<void> {
  const version = lastMessage && versions.get(lastMessage.path);
  if (!version) return;
  const { path, startBytes } = lastMessage;
  const range = { startBytes, endBytes: startBytes + INDICATOR_BYTES };
  const endBytes = startBytes + messageBytes(await source.readRange(path, range, signal, version), stepHours);
  const { sizeBytes } = version;
  if (endBytes === sizeBytes) return;
  if (endBytes < sizeBytes && sizeBytes - endBytes <= LONGEST_PADDING_BYTES) {
    const rest = await source.readRange(path, { startBytes: endBytes, endBytes: sizeBytes }, signal, version);
    if (findMessage(rest, 0) === undefined) return;
  }
  throw new IngestError(
    'InventoryError',
    `the last message that the inventory of ${urlOf(source, path)} names ends at byte ${endBytes}, and the file at ${sizeBytes}`,
    { transient: true },
  );
}

function messageBytes(indicator: Uint8Array, stepHours: number): number {
  try {
    return readIndicator(indicator, 0).messageBytes;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new IngestError('MalformedMessageError', `${stepLabel(stepHours)} last message: ${reason}`, {
      cause,
    });
  }
}
