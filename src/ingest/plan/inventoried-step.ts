import { type InventoryRecord, parseEcmwfIndex, parseInventory } from '../../weather/grib/index.js';
import {
  type InventoryFormat,
  type Member,
  type Model,
  type StepFiles,
  stepPath,
} from '../../weather/models/index.js';
import { IngestError } from '../ingest-error.js';
import { runLabel } from '../request/run-time.js';
import { urlOf } from '../source/mirrors.js';
import { digestOf, type StepReader, type WantedStep } from './step-content.js';

const PARSERS: Record<InventoryFormat, (text: string) => InventoryRecord[]> = {
  wgrib2: parseInventory,
  ecmwf: parseEcmwfIndex,
};

/** Describes a step whose records are in one file with an inventory. */
export function inventoriedStep(
  { file, inventory }: StepFiles,
  { model, run, stepHours, member }: WantedStep,
): StepReader {
  const path = stepPath(file, run, stepHours, { member: member?.name });
  const inventoryPath = stepPath(inventory.path, run, stepHours, { member: member?.name });
  return {
    paths: [inventoryPath],
    readAt: async (source, signal) => {
      // Read before the inventory, so that a replacement in between is noticed.
      const version = await source.describe(path, signal);
      const text = await source.readText(inventoryPath, signal);
      if (text === undefined) return undefined;
      const url = urlOf(source, inventoryPath);
      const records = readRecords(text, inventory.format, url, run);
      const own = member ? recordsOf(member, records, url) : records;
      return {
        recordsDigest: digestOf(text),
        versions: new Map(version && [[path, version]]),
        records: namedRecords(own, model).map((record) => ({ ...record, path })),
        lastMessage: {
          path,
          startBytes: records.reduce((last, { offsetBytes }) => Math.max(last, offsetBytes), 0),
        },
      };
    },
  };
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

/** Returns the records of a member, without the text that distinguishes them from those of other members. */
function recordsOf({ name, inventory }: Member, records: InventoryRecord[], url: string): InventoryRecord[] {
  const ending = `:${inventory}`;
  const own = records.filter(({ forecast }) => forecast.endsWith(ending));
  if (own.length === 0)
    throw new IngestError(
      'ForeignInventoryError',
      `${url}: no record is of the member ${name} (${inventory})`,
    );
  return own.map((record) => ({ ...record, forecast: record.forecast.slice(0, -ending.length) }));
}

/** Keeps only the records that the model's table names: a step has about 700 records, and a run 200 steps. */
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
