import { GribError } from './grib-error.js';

/** One line of a NOAA .idx file: what a field is, and where it lies in its GRIB file. */
export interface InventoryRecord {
  /** "12", or "12.1" and "12.2" for the fields of a multi-field message. */
  recordNumber: string;
  offsetBytes: number;
  /** Exclusive end of the message; undefined if it ends with the file. */
  endBytes: number | undefined;
  referenceTime: Date;
  /** NCEP's abbreviation, e.g. "TMP". */
  parameter: string;
  /** E.g. "2 m above ground". */
  level: string;
  /** E.g. "anl", "6 hour fcst", "0-6 hour acc fcst"; further fields of the line are appended after a colon. */
  forecast: string;
}

const LINE = /^(\d+(?:\.\d+)?):(\d+):d=(\d{4})(\d\d)(\d\d)(\d\d):([^:]+):([^:]+):([^:]+):(.*)$/;

/**
 * Parses a wgrib2 inventory, one `record:offset:d=YYYYMMDDHH:parameter:level:forecast:` per line.
 * @returns the records in file order; each ends where the next larger offset begins
 * @throws {GribError} naming the first malformed line
 */
export function parseInventory(text: string): InventoryRecord[] {
  const records = inventoryLines(text).map((line, index) => parseLine(line, index + 1));
  const offsets = [...new Set(records.map((record) => record.offsetBytes))].sort((a, b) => a - b);
  const ends = new Map(offsets.map((offset, index) => [offset, offsets.at(index + 1)]));
  return records.map((record) => ({ ...record, endBytes: ends.get(record.offsetBytes) }));
}

/** Splits an inventory into its lines, without blank ones at its end. */
export function inventoryLines(text: string): string[] {
  const lines = text.split(/\r?\n/);
  while (lines.at(-1)?.trim() === '') lines.pop();
  return lines;
}

function parseLine(line: string, lineNumber: number): InventoryRecord {
  const match = LINE.exec(line);
  if (!match)
    throw new GribError(`Inventory line ${lineNumber} is malformed: ${JSON.stringify(line.slice(0, 100))}`);
  const [, recordNumber, offset, year, month, day, hour, parameter, level, forecast, rest] = match;
  const offsetBytes = Number(offset);
  if (!Number.isSafeInteger(offsetBytes))
    throw new GribError(`Inventory line ${lineNumber}: offset ${offset} is too large`);
  const time = `${year}-${month}-${day}T${hour}:00:00.000Z`;
  const referenceTime = new Date(time);
  if (Number.isNaN(referenceTime.getTime()) || referenceTime.toISOString() !== time) {
    throw new GribError(`Inventory line ${lineNumber}: there is no time ${year}${month}${day}${hour}`);
  }
  return {
    recordNumber,
    offsetBytes,
    endBytes: undefined,
    referenceTime,
    parameter,
    level,
    forecast: rest === '' ? forecast : `${forecast}:${rest}`,
  };
}
