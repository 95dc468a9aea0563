import { type InventoryRecord } from '../../../src/grib/inventory.js';

/** Records of an inventory, given as `parameter:level:forecast`, of 100 bytes each. */
export function inventoryRecords(...lines: string[]): InventoryRecord[] {
  return lines.map((line, i) => {
    const [parameter, level, forecast] = line.split(':');
    return {
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
