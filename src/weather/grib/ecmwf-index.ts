import { GribError } from './grib-error.js';
import { type InventoryRecord, inventoryLines } from './inventory.js';

/** The fields used from one line of an ECMWF index. */
interface IndexLine {
  date: string;
  time: string;
  step: string;
  levtype: string;
  levelist?: string;
  param: string;
  number?: string;
  _offset: number;
  _length: number;
}

const TEXTS = ['date', 'time', 'step', 'levtype', 'param'] as const;
const SIZES = ['_offset', '_length'] as const;

/**
 * Parses an index of ECMWF's open data: one JSON object per record, in no particular order. The level is `sfc`, or type
 * and value as in `sol 1`. The forecast is `step 6`, or `step 6:number 3` for an ensemble member; neither form gives
 * the statistical span.
 * @returns the records, sorted by offset
 * @throws {GribError} naming the first malformed line
 */
export function parseEcmwfIndex(text: string): InventoryRecord[] {
  return inventoryLines(text)
    .map((line, index) => parseLine(line, index + 1))
    .sort((one, other) => one.offsetBytes - other.offsetBytes);
}

function parseLine(line: string, lineNumber: number): InventoryRecord {
  const fields = fieldsOf(line);
  if (!fields) throw malformed(lineNumber, line);
  const { date, time, step, levtype, levelist, param, number, _offset: offsetBytes, _length } = fields;
  const day = `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}`;
  const instant = `${day}T${time.slice(0, 2)}:${time.slice(2)}:00.000Z`;
  const referenceTime = new Date(instant);
  if (Number.isNaN(referenceTime.getTime()) || referenceTime.toISOString() !== instant)
    throw new GribError(`Inventory line ${lineNumber}: there is no time ${date} ${time}`);
  return {
    recordNumber: String(lineNumber),
    offsetBytes,
    endBytes: offsetBytes + _length,
    referenceTime,
    parameter: param,
    level: levelist === undefined ? levtype : `${levtype} ${levelist}`,
    forecast: number === undefined ? `step ${step}` : `step ${step}:number ${number}`,
  };
}

function fieldsOf(line: string): IndexLine | undefined {
  let fields: Partial<Record<string, unknown>> | null;
  try {
    fields = JSON.parse(line) as typeof fields;
  } catch {
    return undefined;
  }
  if (typeof fields !== 'object' || fields === null) return undefined;
  const { [SIZES[0]]: offset, [SIZES[1]]: length } = fields;
  const isFine =
    TEXTS.every((name) => typeof fields[name] === 'string') &&
    [offset, length].every((size) => Number.isSafeInteger(size) && Number(size) >= 0) &&
    Number(length) > 0;
  return isFine ? (fields as unknown as IndexLine) : undefined;
}

function malformed(lineNumber: number, line: string): GribError {
  return new GribError(`Inventory line ${lineNumber} is malformed: ${JSON.stringify(line.slice(0, 100))}`);
}
