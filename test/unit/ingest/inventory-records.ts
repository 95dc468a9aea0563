import { type StepInventory } from '../../../src/ingest/plan/inventories.js';
import { type LocatedRecord } from '../../../src/ingest/plan/step-content.js';
import { FileSource } from '../../../src/ingest/source/file-source.js';

/** Returns inventory records of 100 bytes each, given as `parameter:level:forecast`. */
export function inventoryRecords(...lines: string[]): LocatedRecord[] {
  return lines.map((line, i) => {
    const [parameter, level, forecast] = line.split(':');
    return {
      path: 'file',
      recordNumber: String(i + 1),
      offsetBytes: i * 100,
      endBytes: i === lines.length - 1 ? undefined : (i + 1) * 100,
      referenceTime: new Date('2020-08-04T12:00:00Z'),
      parameter,
      level,
      forecast,
    };
  });
}

/** Returns the inventory of a step's file with these records. */
export function stepInventory(stepHours: number, ...lines: string[]): StepInventory {
  const path = `file.f${stepHours}`;
  return {
    stepHours,
    source: new FileSource('http://mirror'),
    paths: [`${path}.idx`],
    readAt: () => Promise.resolve(undefined),
    recordsDigest: '',
    digest: '',
    versions: new Map(),
    records: inventoryRecords(...lines).map((record) => ({ ...record, path })),
  };
}
