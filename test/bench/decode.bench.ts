import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type GribField, readFields } from '../../src/weather/grib/message.js';
import { EcCodes } from './decode/ec-codes.js';
import { type Report } from './report.js';

const SAMPLES = join(import.meta.dirname, '../../../shared/data/grib');
const ROUNDS = 11;
/** Approximate duration of a round of each side. */
const ROUND_NS = 250e6;

interface Case {
  label: string;
  name: string;
  bound?: string;
}

/** By packing template. The project has a bound for 5.3, which GFS uses. */
const CASES: Case[] = [
  { label: '5.3 of order 2, 0.25°', name: 'gfs.20210604.t12z.0p25.wind10m.f000.grb2', bound: '<= 1' },
  { label: '5.3 of order 2, 0.25°, pressure', name: 'gfs.20250305.t06z.0p25.prmsl.f022.grb2', bound: '<= 1' },
  { label: '5.2, 1°', name: 'gfs.20190106.t12z.1p00.wind10m.f006.drt2.grb2' },
  { label: '5.0, 1°', name: 'gfs.20190106.t12z.1p00.wind10m.f006.drt0.grb2' },
  { label: '5.0 with a bit map, 0.5°', name: 'gfs.20160321.0p50.tmp.simple-bitmap.grb2' },
  { label: '5.42, 0.25°', name: 'ecmwf.ifs.20260310.t00z.0p25.surface.ccsds.grb2' },
];

/**
 * Decodes real files from memory, each time from the message's first octet to the values in a reused array, compared
 * with ecCodes in a loop over codes_get_double_array. Both are measured in CPU time; Node's includes garbage collection
 * and compilation on other threads.
 */
export async function bench(report: Report): Promise<void> {
  const ecCodes = EcCodes.compile();
  if (!ecCodes || !existsSync(SAMPLES)) {
    report.note('skipped: it needs gcc, libeccodes-dev and the files of ../shared/data/grib');
    ecCodes?.remove();
    return;
  }
  try {
    for (const sample of CASES) await compare(report, ecCodes, sample);
  } finally {
    ecCodes.remove();
  }
}

async function compare(report: Report, ecCodes: EcCodes, { label, name, bound }: Case): Promise<void> {
  const file = join(SAMPLES, name);
  const bytes = readFileSync(file);
  const fields = readFields(bytes);
  requireEqual(fields, ecCodes.values(file), label);
  const target = new Float64Array(Math.max(...fields.map(({ grid }) => grid.pointCount)));
  const decode = () => readFields(bytes).forEach((field) => field.decode(roomOf(field, target)));
  const theirs = ecCodes.loop(file);
  const passes = Math.max(Math.round(ROUND_NS / (await theirs.processorNs(1))), 1);
  const oursNs: number[] = [];
  const theirsNs: number[] = [];
  processorNs(decode, passes);
  for (let round = 0; round < ROUNDS; round++) {
    oursNs.push(processorNs(decode, passes));
    theirsNs.push(await theirs.processorNs(passes));
  }
  theirs.end();
  const each = passes * fields.length;
  report.figure(`${label}: ours, a field`, median(oursNs) / each / 1e6, 'ms');
  report.figure(`${label}: ecCodes, a field`, median(theirsNs) / each / 1e6, 'ms');
  report.ratio(`${label}: our time / ecCodes'`, median(oursNs), median(theirsNs), bound);
}

function roomOf({ grid }: GribField, target: Float64Array): Float64Array {
  return target.length === grid.pointCount ? target : target.subarray(0, grid.pointCount);
}

/** Ensures that both sides decode the same values, and so do the same work. */
function requireEqual(fields: GribField[], expected: Float64Array, label: string): void {
  let offset = 0;
  for (const field of fields) {
    for (const value of field.decode()) {
      const theirs = expected[offset++];
      const isEqual = Number.isNaN(value)
        ? Number.isNaN(theirs)
        : Math.abs(value - theirs) <= 1e-9 * Math.max(Math.abs(theirs), 1);
      if (!isEqual) throw new Error(`${label}: value ${offset - 1} is ${value}, and ecCodes' ${theirs}`);
    }
  }
  if (offset !== expected.length) throw new Error(`${label}: ${offset} values, not ${expected.length}`);
}

function processorNs(task: () => void, times: number): number {
  const before = process.cpuUsage();
  for (let i = 0; i < times; i++) task();
  const { user, system } = process.cpuUsage(before);
  return (user + system) * 1000;
}

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
}
