// Writes some steps of a run in the layout of the bucket: node write-mirror.ts <parameters as JSON>.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { stepPath } from '../../../src/models/step-path.js';
import { gfs } from '../../../src/models/gfs/gfs.model.js';
import { pgrb2 } from '../../../src/models/gfs/gfs.products.js';
import { type SourceRecord } from '../../../src/models/model.js';
import { BenchFields } from './bench-fields.js';
import { writeMessage, type WrittenField } from './message-writer.js';

export interface MirrorParameters {
  /** Where the real fields are. */
  fields: string;
  root: string;
  run: string;
  resolution: string;
  /** Ascending; the hours of a bucket are all here. */
  stepsHours: number[];
}

const BUCKET_HOURS = 6;
const COLUMNS = { '1p00': 360, '0p50': 720, '0p25': 1440 } as Record<string, number>;

const parameters = JSON.parse(process.argv[2]) as MirrorParameters;
const run = new Date(parameters.run);
const ni = COLUMNS[parameters.resolution];
const fields = new BenchFields(parameters.fields, ni, ni / 2 + 1);
const inventoryDate = parameters.run.replace(/\D/g, '').slice(0, 10);
/** The precipitation of the present bucket. */
let amount = new Float64Array(ni * fields.nj);
let amountUntil = 0;

for (const stepHours of parameters.stepsHours) {
  const path = join(parameters.root, stepPath(pgrb2(parameters.resolution).file, run, stepHours));
  const messages: Uint8Array[] = [];
  const lines: string[] = [];
  let offset = 0;
  for (const record of gfs.records) {
    if (record.static && stepHours > 0) continue;
    if (record.atStepZero === 'absent' && stepHours === 0) continue;
    const { text, message } = write(record, stepHours);
    lines.push(`${lines.length + 1}:${offset}:d=${inventoryDate}:${text}:\n`);
    messages.push(message);
    offset += message.length;
  }
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, Buffer.concat(messages));
  writeFileSync(`${path}.idx`, lines.join(''));
}

function write(record: SourceRecord, stepHours: number): { text: string; message: Uint8Array } {
  const { variable, alternatives } = record;
  const pattern =
    stepHours > 0
      ? alternatives[0]
      : (alternatives.find(({ derivation }) => derivation === 'instant') ?? alternatives[0]);
  const field: WrittenField = {
    run,
    identity: pattern.messages[0],
    stepHours,
    ni,
    nj: fields.nj,
    values: fields.at(variable, stepHours, record.static ?? false),
    precision: fields.precision(variable),
  };
  const name = `${pattern.parameter}:${pattern.level}`;
  if (pattern.derivation === 'instant') {
    const time = stepHours === 0 ? 'anl' : `${stepHours} hour fcst`;
    return { text: `${name}:${time}`, message: writeMessage(field) };
  }
  const startHours = Math.floor((stepHours - 1) / BUCKET_HOURS) * BUCKET_HOURS;
  const isAmount = pattern.derivation === 'accumulated';
  if (isAmount) field.values = accumulate(field.values, startHours, stepHours);
  field.span = { startHours, process: isAmount ? 1 : 0 };
  const kind = isAmount ? 'acc' : 'ave';
  return { text: `${name}:${startHours}-${stepHours} hour ${kind} fcst`, message: writeMessage(field) };
}

function accumulate(anHour: Float64Array, startHours: number, stepHours: number): Float64Array {
  const before = amountUntil <= startHours ? new Float64Array(anHour.length) : amount;
  const hours = stepHours - Math.max(amountUntil, startHours);
  amount = anHour.map((rate, i) => before[i] + rate * hours);
  amountUntil = stepHours;
  return amount;
}
