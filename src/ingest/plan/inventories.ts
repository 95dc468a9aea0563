import { createHash } from 'node:crypto';
import { parseEcmwfIndex } from '../../grib/ecmwf-index.js';
import { type InventoryRecord, parseInventory } from '../../grib/inventory.js';
import { type InventoryFormat, type Model, type Product } from '../../models/model.js';
import { stepsOf } from '../../models/model-target.js';
import { stepPath } from '../../models/step-path.js';
import { IngestError } from '../ingest-error.js';
import { type IngestRequest } from '../request/ingest-request.js';
import { runLabel } from '../request/run-time.js';
import { type ByteSource } from '../source/byte-source.js';
import { type FileVersion } from '../source/file-version.js';
import { type Mirrors, urlOf } from '../source/mirrors.js';
import { stepLabel } from '../request/step-list.js';

const PARSERS: Record<InventoryFormat, (text: string) => InventoryRecord[]> = {
  wgrib2: parseInventory,
  ecmwf: parseEcmwfIndex,
};

/** The inventory of a file, and the file that it is of. */
export interface FileInventory {
  text: string;
  /** Of the GRIB file before its inventory was read; undefined where the source does not tell. */
  version?: FileVersion;
}

/** What one step's file holds of the records that the model's table names. */
export interface StepInventory {
  stepHours: number;
  /** Where it was read, and the file is to be read. */
  source: ByteSource;
  /** Of the GRIB file. */
  path: string;
  inventoryPath: string;
  /** The inventory is the same at another source when its text has the same digest. */
  textDigest: string;
  /** Of the inventory's text and the file's version: another upload of the file has another one. */
  digest: string;
  /** See FileInventory. */
  version?: FileVersion;
  /** Where the last message of the whole inventory begins; 0 where it is empty. */
  lastMessageBytes: number;
  records: InventoryRecord[];
}

export interface Inventories {
  product: Product;
  /** Ascending by step. */
  present: StepInventory[];
  missingSteps: number[];
}

/** What of a run is looked for. */
type Wanted = Pick<IngestRequest, 'model' | 'resolution' | 'run'>;

/**
 * Reads the inventory of every step that is asked for, of the first product that has all of them, else of the one that
 * has the most.
 *
 * @throws IngestError: StepMissingError when a named step is absent, RunNotFoundError when there is no step at all,
 * InventoryError and ForeignInventoryError when one is not what it should be; whatever the sources throw
 */
export async function readInventories(
  mirrors: Mirrors,
  request: IngestRequest,
  signal: AbortSignal,
): Promise<Inventories> {
  const { model, resolution, run, steps } = request;
  const wanted = steps === 'available' ? stepsOf(request, run) : steps;
  const best = await readBest(mirrors, request, wanted, signal);
  const { present, missingSteps } = best;
  if (steps !== 'available' && missingSteps.length > 0) {
    const names = missingSteps.map(stepLabel).join(', ');
    throw new IngestError(
      'StepMissingError',
      `${names}: no inventory; looked for ${lookedFor(mirrors, request, missingSteps[0])}`,
    );
  }
  if (present.length === 0) {
    throw new IngestError(
      'RunNotFoundError',
      `there is no step of the ${model.name} ${resolution} run ${runLabel(run)}; looked for ${lookedFor(mirrors, request, wanted[0])}`,
    );
  }
  return best;
}

/** Whether a step of a run is there in any of the products that will do. @throws as readInventories */
export async function hasStep(
  mirrors: Mirrors,
  wanted: Wanted,
  stepHours: number,
  signal: AbortSignal,
): Promise<boolean> {
  return (await productWith(mirrors, wanted, stepHours, signal)) !== undefined;
}

/** Every place where the inventory of a step may be. */
export function lookedFor(
  mirrors: Mirrors,
  { model, resolution, run }: Pick<IngestRequest, 'model' | 'resolution' | 'run'>,
  stepHours: number,
): string {
  const paths = model.resolutions[resolution].products.map(({ inventory }) =>
    stepPath(inventory.path, run, stepHours),
  );
  return paths.flatMap((path) => mirrors.urls(path)).join(', ');
}

/**
 * The inventory of a file at a source; undefined where there is none.
 * @throws whatever the source throws
 */
export async function readFileInventory(
  source: ByteSource,
  { path, inventoryPath }: Pick<StepInventory, 'path' | 'inventoryPath'>,
  signal: AbortSignal,
): Promise<FileInventory | undefined> {
  // Before the inventory: what is replaced in between, is noticed.
  const version = await source.describe(path, signal);
  const text = await source.readText(inventoryPath, signal);
  return text === undefined ? undefined : { text, version };
}

/** Of an inventory's text. */
export function digestOf(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}

/** The files of a run come in order, so that a product which has the last step as a rule has all. */
async function readBest(
  mirrors: Mirrors,
  request: IngestRequest,
  wanted: number[],
  signal: AbortSignal,
): Promise<Inventories> {
  const { products } = request.model.resolutions[request.resolution];
  const likely = await productWith(mirrors, request, wanted[wanted.length - 1], signal);
  let best: Inventories | undefined;
  for (const product of likely ? products.slice(products.indexOf(likely)) : products) {
    const found = await readProduct(mirrors, request, product, wanted, signal);
    if (!best || found.present.length > best.present.length) best = found;
    if (best.missingSteps.length === 0) break;
  }
  return best!;
}

async function productWith(
  mirrors: Mirrors,
  wanted: Wanted,
  stepHours: number,
  signal: AbortSignal,
): Promise<Product | undefined> {
  for (const product of wanted.model.resolutions[wanted.resolution].products)
    if (await readStep(mirrors, wanted, product, stepHours, signal)) return product;
  return undefined;
}

async function readProduct(
  mirrors: Mirrors,
  request: Wanted,
  product: Product,
  wanted: number[],
  signal: AbortSignal,
): Promise<Inventories> {
  const found = await readAll(wanted, signal, (stepHours, scopedSignal) =>
    readStep(mirrors, request, product, stepHours, scopedSignal),
  );
  return {
    product,
    present: found.filter((inventory) => inventory !== undefined),
    missingSteps: wanted.filter((_, i) => found[i] === undefined),
  };
}

function readStep(
  mirrors: Mirrors,
  { model, run }: Wanted,
  { file: filePath, inventory }: Product,
  stepHours: number,
  signal: AbortSignal,
): Promise<StepInventory | undefined> {
  const file = {
    path: stepPath(filePath, run, stepHours),
    inventoryPath: stepPath(inventory.path, run, stepHours),
  };
  return mirrors.find(async (source) => {
    const found = await readFileInventory(source, file, signal);
    if (!found) return undefined;
    const { text, version } = found;
    const records = readRecords(text, inventory.format, urlOf(source, file.inventoryPath), run);
    return {
      ...file,
      stepHours,
      source,
      textDigest: digestOf(text),
      digest: digestOf([text, version]),
      version,
      lastMessageBytes: records.reduce((last, { offsetBytes }) => Math.max(last, offsetBytes), 0),
      records: namedRecords(records, model),
    };
  }, signal);
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

function readRecords(text: string, format: InventoryFormat, url: string, run: Date): InventoryRecord[] {
  const records = parse(text, format, url);
  const foreign = records.find(({ referenceTime }) => referenceTime.getTime() !== run.getTime());
  if (foreign) {
    throw new IngestError(
      'ForeignInventoryError',
      `${url}: record ${foreign.recordNumber} is of the run ${runLabel(foreign.referenceTime)}, not ${runLabel(run)}`,
    );
  }
  return records;
}

/** A step has some 700 records, and a run 200 steps: only what the table names is worth keeping. */
function namedRecords(records: InventoryRecord[], model: Model): InventoryRecord[] {
  return records.filter(({ parameter, level }) =>
    model.records.some(({ alternatives }) =>
      alternatives
        .flatMap((pattern) => [pattern, pattern.percentOf ?? []].flat())
        .some((pattern) => pattern.parameter === parameter && pattern.level === level),
    ),
  );
}

function parse(text: string, format: InventoryFormat, url: string): InventoryRecord[] {
  try {
    return PARSERS[format](text);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new IngestError('InventoryError', `${url} is no inventory: ${reason}`, { cause });
  }
}
