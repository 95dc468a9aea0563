// Writes some steps of a run in the layout of a model's source: node write-mirror.ts <parameters as JSON>.
import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Member, type Model, type StepFiles } from '../../../src/weather/models/model.js';
import { stepPath } from '../../../src/weather/models/step-path.js';
import { writeMessage } from './message-writer.js';
import { MirrorFields, type MirrorRecord } from './mirror-fields.js';
import { layoutOf } from './mirror-layout.js';

export interface MirrorParameters {
  /** Folder of the real fields. */
  fields: string;
  root: string;
  run: string;
  model: Model;
  resolution: string;
  /** Ascending. */
  stepsHours: number[];
  /** The steps to write; accumulations need all steps before them. */
  writtenHours: number[];
}

/** Only the indicator and end sections of a message. */
const EMPTY_MESSAGE = Buffer.from('GRIB\0\0\0\x02\0\0\0\0\0\0\0\x147777', 'latin1');

const parameters = JSON.parse(process.argv[2]) as MirrorParameters;
const { root, model } = parameters;
const run = new Date(parameters.run);
const {
  degrees,
  products: [product],
} = model.resolutions[parameters.resolution];
const layout = layoutOf(model.name, degrees);
const fields = new MirrorFields(parameters.fields, model, layout);

for (const stepHours of parameters.stepsHours) {
  if (stepHours > parameters.writtenHours.at(-1)!) break;
  if (parameters.writtenHours.includes(stepHours)) writeStep(stepHours);
  else fields.skip(stepHours);
}

function writeStep(stepHours: number): void {
  const records = fields.at(stepHours);
  if (records.length === 0) return writeOthers(product as StepFiles);
  if ('recordFile' in product) {
    for (const record of records) {
      const template = record.isStatic ? product.staticRecordFile : product.recordFile;
      const path = join(root, stepPath(template, run, stepHours, record.pattern));
      writeMessages(path.replace(/\.bz2$/, ''), [encode(record, stepHours)]);
      execFileSync('bzip2', ['--force', path.replace(/\.bz2$/, '')]);
    }
    return;
  }
  const members = model.ensemble?.members ?? [undefined];
  for (const member of members) writeFile(product, records, stepHours, member);
}

/** At step 0 an ensemble has no precipitation record; its files contain others, which nobody fetches. */
function writeOthers({ file, inventory }: StepFiles): void {
  const date = parameters.run.replace(/\D/g, '').slice(0, 10);
  for (const { name, inventory: ens } of model.ensemble!.members) {
    const [data, lines] = [file, inventory.path].map((path) =>
      join(root, stepPath(path, run, 0, { member: name })),
    );
    mkdirSync(dirname(data), { recursive: true });
    writeFileSync(data, EMPTY_MESSAGE);
    writeFileSync(lines, `1:0:d=${date}:PRES:surface:anl:${ens}\n`);
  }
}

function writeFile(
  { file, inventory }: StepFiles,
  records: MirrorRecord[],
  stepHours: number,
  member?: Member,
): void {
  const pathOf = (template: string) =>
    join(root, stepPath(template, run, stepHours, { member: member?.name }));
  const lengths = writeMessages(
    pathOf(file),
    records.map((record) => encode(record, stepHours, member)),
  );
  let offset = 0;
  const lines = records.map((record, i) => {
    const write = inventory.format === 'ecmwf' ? ecmwfLine : wgrib2Line;
    const line = write(record, stepHours, offset, { number: i + 1, length: lengths[i], member });
    offset += lengths[i];
    return line;
  });
  writeFileSync(pathOf(inventory.path), lines.map((line) => `${line}\n`).join(''));
}

function encode(record: MirrorRecord, stepHours: number, member?: Member): Uint8Array {
  return writeMessage({
    run,
    identity: record.pattern.messages[0],
    stepHours,
    ...(record.span && { span: record.span }),
    ...(member && { member: member.number }),
    grid: layout.grid,
    values: fields.forGrid(record.values, member?.number),
    packing: fields.packingOf(record),
  });
}

/** @returns the lengths of the messages, in order */
function writeMessages(path: string, messages: Uint8Array[]): number[] {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, Buffer.concat(messages));
  if (layout.ccsdsBits === undefined) return messages.map(({ length }) => length);
  // Messages are written with simple packing; ecCodes repacks them.
  const packed = `${path}.packed`;
  execFileSync('grib_set', ['-r', '-s', 'packingType=grid_ccsds', path, packed]);
  const lengths = execFileSync('grib_get', ['-p', 'totalLength', packed], { encoding: 'utf8' });
  rmSync(path);
  renameSync(packed, path);
  return lengths.trim().split('\n').map(Number);
}

interface Place {
  number: number;
  length: number;
  member: Member | undefined;
}

function wgrib2Line(
  { pattern, span }: MirrorRecord,
  stepHours: number,
  offset: number,
  { number, member }: Place,
): string {
  const date = parameters.run.replace(/\D/g, '').slice(0, 10);
  const instant = stepHours === 0 ? 'anl' : `${stepHours} hour fcst`;
  const forecast = span
    ? `${span.startHours}-${stepHours} hour ${{ accumulation: 'acc', average: 'ave', maximum: 'max' }[span.process]} fcst`
    : instant;
  return [
    number,
    offset,
    `d=${date}`,
    pattern.parameter,
    pattern.level,
    forecast,
    member?.inventory ?? '',
  ].join(':');
}

function ecmwfLine(
  { pattern: { parameter: param, level: levtype } }: MirrorRecord,
  stepHours: number,
  _offset: number,
  { length: _length }: Place,
): string {
  const date = parameters.run.slice(0, 10).replaceAll('-', '');
  const time = `${parameters.run.slice(11, 13)}00`;
  return JSON.stringify({ date, time, step: String(stepHours), levtype, param, _offset, _length });
}
