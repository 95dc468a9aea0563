import { createHash } from 'node:crypto';
import { parseInventory, type InventoryRecord } from '../grib/inventory.js';
import { type Model } from '../models/model.js';
import { IngestError } from './ingest-error.js';
import { type IngestRequest } from './ingest-request.js';
import { runLabel } from './run-time.js';
import { type ByteSource } from './source/byte-source.js';
import { type FileVersion } from './source/file-version.js';
import { stepLabel } from './step-list.js';

/** What one step's file holds of the records that the model's table names. */
export interface StepInventory {
  stepHours: number;
  /** Of the GRIB file. */
  path: string;
  /** Of the inventory's text and the file's version: another upload of the file has another one. */
  digest: string;
  /** Of the GRIB file before its inventory was read; undefined where the source does not tell. */
  version?: FileVersion;
  /** Where the last message of the whole inventory begins; 0 where it is empty. */
  lastMessageBytes: number;
  records: InventoryRecord[];
}

export interface Inventories {
  /** Ascending by step. */
  present: StepInventory[];
  missingSteps: number[];
}

/**
 * Reads the inventory of every step that is asked for.
 *
 * @throws IngestError: StepMissingError when a named step is absent, RunNotFoundError when there is no step at all,
 * InventoryError and ForeignInventoryError when one is not what it should be; whatever the source throws
 */
export async function readInventories(
  source: ByteSource,
  request: IngestRequest,
  signal: AbortSignal,
): Promise<Inventories> {
  const { model, run, resolution, steps, maxStepHours } = request;
  const wanted = steps === 'available' ? model.resolutions[resolution].steps(maxStepHours) : steps;
  const found = await readAll(wanted, signal, async (stepHours, scopedSignal) => {
    const path = model.filePath(run, resolution, stepHours);
    const inventoryPath = path + model.inventorySuffix;
    // Before the inventory: what is replaced in between, is noticed.
    const version = await source.describe(path, scopedSignal);
    const text = await source.readText(inventoryPath, scopedSignal);
    if (text === undefined) return undefined;
    const digest = createHash('sha256')
      .update(JSON.stringify([text, version]))
      .digest('hex');
    const records = readRecords(text, inventoryPath, run);
    const lastMessageBytes = records.reduce((last, { offsetBytes }) => Math.max(last, offsetBytes), 0);
    return { stepHours, path, digest, version, lastMessageBytes, records: namedRecords(records, model) };
  });
  const present = found.filter((inventory) => inventory !== undefined);
  const missingSteps = wanted.filter((_, i) => found[i] === undefined);
  if (steps !== 'available' && missingSteps.length > 0) {
    const path = model.filePath(run, resolution, missingSteps[0]) + model.inventorySuffix;
    const names = missingSteps.map(stepLabel).join(', ');
    throw new IngestError('StepMissingError', `${names}: no inventory ${path} at ${source.location}`);
  }
  if (present.length === 0) {
    throw new IngestError(
      'RunNotFoundError',
      `${source.location} has no step of the ${model.name} ${resolution} run ${runLabel(run)}; it would begin with ${model.filePath(run, resolution, wanted[0])}${model.inventorySuffix}`,
    );
  }
  return { present, missingSteps };
}

/** Reads for all steps at once; the first failure ends what is still under way. */
async function readAll<T>(
  steps: number[],
  signal: AbortSignal,
  read: (stepHours: number, signal: AbortSignal) => Promise<T>,
): Promise<T[]> {
  const giveUp = new AbortController();
  const combined = AbortSignal.any([signal, giveUp.signal]);
  try {
    return await Promise.all(steps.map((stepHours) => read(stepHours, combined)));
  } finally {
    giveUp.abort();
  }
}

function readRecords(text: string, path: string, run: Date): InventoryRecord[] {
  const records = parse(text, path);
  const foreign = records.find(({ referenceTime }) => referenceTime.getTime() !== run.getTime());
  if (foreign) {
    throw new IngestError(
      'ForeignInventoryError',
      `${path}: record ${foreign.recordNumber} is of the run ${runLabel(foreign.referenceTime)}, not ${runLabel(run)}`,
    );
  }
  return records;
}

/** A step has some 700 records, and a run 200 steps: only what the table names is worth keeping. */
function namedRecords(records: InventoryRecord[], model: Model): InventoryRecord[] {
  return records.filter(({ parameter, level }) =>
    model.records.some(({ alternatives }) =>
      alternatives.some((pattern) => pattern.parameter === parameter && pattern.level === level),
    ),
  );
}

function parse(text: string, path: string): InventoryRecord[] {
  try {
    return parseInventory(text);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new IngestError('InventoryError', `${path} is no inventory: ${reason}`, { cause });
  }
}
