import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type RunManifest, type StoredVariable } from '../../../src/store/format/run-manifest.js';

const MISSING = 65_535;
const WINDOW_STEPS = 8;

/**
 * Reads a published run bit by bit according to the format's description (RunManifest, WindowPacker), independently of
 * the code that reads runs.
 * @returns the codes of a cell: variables × steps, then the static fields
 */
export async function readRecords(directory: string): Promise<(y: number, x: number) => number[]> {
  const manifest = JSON.parse(await readFile(join(directory, 'run.json'), 'utf8')) as RunManifest;
  const bytes = await readFile(join(directory, 'values.packed'));
  const { grid, recordsBytes } = manifest;
  const entries = recordsBytes + 8 * (grid.nj + 1);
  return (y, x) => {
    const start =
      bytes.readDoubleLE(recordsBytes + 8 * y) + bytes.readUInt32LE(entries + 8 * (y * grid.ni + x));
    return readRecord(manifest, bytes.subarray(start));
  };
}

function readRecord({ variables, stepsHours, statics }: RunManifest, bytes: Buffer): number[] {
  const codes = variables.map(() => stepsHours.map(() => MISSING));
  const staticCodes = statics.map((_, i) => bytes.readUInt16LE(2 * i));
  let position = 2 * statics.length;
  for (let first = 0; first < stepsHours.length; first += WINDOW_STEPS) {
    const present = variables.filter(({ planes }) => stepsOf(planes, first).length > 0);
    const widths = present.map((_, i) => (bytes[position + (i >> 1)] >> (i % 2 === 0 ? 0 : 4)) & 15);
    position += Math.ceil(present.length / 2);
    present.forEach((variable, i) => {
      const target = codes[variables.indexOf(variable)];
      position = readBlock(variable, first, widths[i] === 15 ? 16 : widths[i], bytes, position, target);
    });
  }
  return [...codes.flat(), ...staticCodes];
}

function readBlock(
  { planes }: StoredVariable,
  first: number,
  width: number,
  bytes: Buffer,
  start: number,
  target: number[],
): number {
  const steps = stepsOf(planes, first);
  let before = planes.slice(0, first).findLastIndex((plane) => plane !== null);
  let position = start;
  if (before === -1) {
    before = steps.splice(0, 1)[0];
    target[before] = bytes.readUInt16LE(position);
    position += 2;
  }
  const lengthBytes = Math.ceil((steps.length * width) / 8);
  const bits = [...bytes.subarray(position, position + lengthBytes)]
    .map((byte) => [...byte.toString(2).padStart(8, '0')].reverse().join(''))
    .join('');
  steps.forEach((step, i) => {
    const digits = [...bits.slice(i * width, (i + 1) * width)].reverse().join('');
    const folded = Number.parseInt(digits || '0', 2);
    const difference = folded % 2 === 0 ? folded / 2 : -(folded + 1) / 2;
    const [from, to] = [planes[before], planes[step]].map((plane) => plane ?? { reference: 0, scale: 0 });
    const isShifted = target[before] !== MISSING && from.scale === to.scale;
    const shift = isShifted ? Math.round((from.reference - to.reference) / to.scale) : 0;
    target[step] = (((target[before] + shift + difference) % 65_536) + 65_536) % 65_536;
    before = step;
  });
  return position + lengthBytes;
}

function stepsOf(planes: StoredVariable['planes'], first: number): number[] {
  return planes.flatMap((plane, step) =>
    plane && step >= first && step < first + WINDOW_STEPS ? [step] : [],
  );
}
