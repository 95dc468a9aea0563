import { type Member, type Product, stepsOf } from '../../weather/models/index.js';
import { IngestError } from '../ingest-error.js';
import { type IngestRequest } from '../request/ingest-request.js';
import { runLabel } from '../request/run-time.js';
import { stepLabel } from '../request/step-list.js';
import { type ByteSource } from '../source/byte-source.js';
import { type Mirrors, urlOf } from '../source/mirrors.js';
import { inventoriedStep } from './inventoried-step.js';
import { digestOf, type StepContent, type StepReader, type WantedStep } from './step-content.js';
import { stepOfRecordFiles } from './step-of-record-files.js';

/** The records of the model's table that a source has for a step, or for a member at a step. */
export interface StepInventory extends StepContent, StepReader {
  stepHours: number;
  /** See WantedStep. */
  member?: Member;
  /** The source that the inventory was read from and the files are to be read from. */
  source: ByteSource;
  /** Hash of the records and the files' versions: differs for another upload of a file. */
  digest: string;
}

export interface Inventories {
  product: Product;
  /** Ascending by step; within a step, in member order. */
  present: StepInventory[];
  missingSteps: number[];
}

/** The run to look for. */
type Wanted = Pick<IngestRequest, 'model' | 'resolution' | 'run'>;

/**
 * Reads the inventories of all requested steps, from the first product that has all of them, otherwise from the one
 * that has the most.
 *
 * @throws IngestError: StepMissingError if a named step is absent that the run may not lack, RunNotFoundError if there is no step at all,
 * InventoryError or ForeignInventoryError if an inventory is malformed, or of another run or member; whatever the
 * sources throw
 */
export async function readInventories(
  mirrors: Mirrors,
  request: IngestRequest,
  signal: AbortSignal,
): Promise<Inventories> {
  const { model, resolution, run, steps, mayLack = [] } = request;
  const wanted = steps === 'available' ? stepsOf(request, run) : steps;
  const best = await readBest(mirrors, request, wanted, signal);
  const { present, missingSteps } = best;
  const absent = missingSteps.filter((step) => !mayLack.includes(step));
  if (steps !== 'available' && absent.length > 0) {
    const names = absent.map(stepLabel).join(', ');
    const found = model.ensemble
      ? `inventories of fewer than ${model.ensemble.leastMembers} members`
      : 'no inventory';
    throw new IngestError(
      'StepMissingError',
      `${names}: ${found}; looked for ${lookedFor(mirrors, request, absent[0])}`,
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

/**
 * Whether any suitable product has a step of a run.
 *
 * @param fewerMembersWillDo whether some of an ensemble's members may be missing
 * @throws as readInventories
 */
export async function hasStep(
  mirrors: Mirrors,
  wanted: Wanted,
  stepHours: number,
  signal: AbortSignal,
  fewerMembersWillDo = true,
): Promise<boolean> {
  const { ensemble } = wanted.model;
  const least = ensemble && !fewerMembersWillDo ? ensemble.members.length : 1;
  return (await productWith(mirrors, wanted, stepHours, signal, least)) !== undefined;
}

/** Returns all URLs at which the required files of a step may be; for an ensemble, those of its first member. */
export function lookedFor(mirrors: Mirrors, { model, resolution, run }: Wanted, stepHours: number): string {
  const candidates = model.resolutions[resolution].products.map((product) =>
    readerOf(product, { model, run, stepHours, member: model.ensemble?.members[0] }),
  );
  return candidates.flatMap(({ paths }) => paths.flatMap((path) => mirrors.urls(path))).join(', ');
}

/** Returns the URL where a step's records were looked for, for messages. */
export function filesLabel({ source, paths }: Pick<StepInventory, 'source' | 'paths'>): string {
  return urlOf(source, paths[0]);
}

/** A run's files appear in order, so a product that has the last step usually has all of them: tries that one first. */
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
  leastFiles = 1,
): Promise<Product | undefined> {
  for (const product of wanted.model.resolutions[wanted.resolution].products) {
    if (!(await mayHaveAll(mirrors, wanted, product, stepHours, signal, leastFiles))) continue;
    const found = await readStep(mirrors, wanted, product, stepHours, signal);
    if (found.length >= leastFiles) return product;
  }
  return undefined;
}

/** Whether all files may be there. If every member is needed, one request for the last one can rule that out. */
async function mayHaveAll(
  mirrors: Mirrors,
  { model, run }: Wanted,
  product: Product,
  stepHours: number,
  signal: AbortSignal,
  leastFiles: number,
): Promise<boolean> {
  const members = model.ensemble?.members ?? [];
  if (members.length < 2 || leastFiles < members.length) return true;
  const wanted = { model, run, stepHours, member: members[members.length - 1] };
  return (await findStep(mirrors, product, wanted, signal)) !== undefined;
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
    present: found.flat(),
    missingSteps: wanted.filter((_, i) => found[i].length === 0),
  };
}

/** Reads a step, or its members; returns nothing if there are too few of them. */
async function readStep(
  mirrors: Mirrors,
  { model, run }: Wanted,
  product: Product,
  stepHours: number,
  signal: AbortSignal,
): Promise<StepInventory[]> {
  const { members, leastMembers } = model.ensemble ?? { members: [undefined], leastMembers: 1 };
  const found = await Promise.all(
    members.map((member) => findStep(mirrors, product, { model, run, stepHours, member }, signal)),
  );
  const present = found.filter((inventory) => inventory !== undefined);
  return present.length < leastMembers ? [] : present;
}

function findStep(
  mirrors: Mirrors,
  product: Product,
  wanted: WantedStep,
  signal: AbortSignal,
): Promise<StepInventory | undefined> {
  const { stepHours, member } = wanted;
  const reader = readerOf(product, wanted);
  return mirrors.find(async (source) => {
    const content = await reader.readAt(source, signal);
    if (!content) return undefined;
    const digest = digestOf([content.recordsDigest, ...content.versions]);
    return { ...reader, ...content, stepHours, ...(member && { member }), source, digest };
  }, signal);
}

function readerOf(product: Product, wanted: WantedStep): StepReader {
  return 'inventory' in product ? inventoriedStep(product, wanted) : stepOfRecordFiles(product, wanted);
}

/** Reads all steps concurrently; the first failure aborts the rest. */
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
