import { VARIABLES } from '../../weather/meteo/index.js';
import { RunFaultError } from './damaged-run-error.js';
import { FORMAT, type RunManifest } from './run-manifest.js';

type Members = Record<string, unknown>;

const STATISTICS: unknown[] = ['instant', 'mean', 'amount', 'maximum'];

/**
 * Parses `run.json`.
 *
 * @throws RunFaultError naming the first member that a reader of this version cannot use
 */
export function parseRunManifest(text: string): RunManifest {
  const manifest = parseJson(text);
  demand(isMembers(manifest), 'the manifest is not an object');
  if (manifest.format !== FORMAT) {
    throw new RunFaultError(
      `the run has format ${String(manifest.format)}, and this version reads format ${FORMAT}`,
    );
  }
  for (const name of ['model', 'resolution', 'attribution']) demand(isText(manifest[name]), name);
  for (const name of ['run', 'publishedAt']) demand(isInstant(manifest[name]), name);
  demand(isGrid(manifest.grid), 'grid');
  const steps = manifest.stepsHours;
  demand(Array.isArray(steps) && steps.length > 0 && steps.every(isAscending), 'stepsHours');
  for (const name of ['isPart', 'isBounded'])
    demand(manifest[name] === undefined || manifest[name] === true, name);
  demand(
    isListOf(manifest.variables, (member) => isVariable(member, steps.length)),
    'variables',
  );
  demand(isListOf(manifest.statics, isStatic), 'statics');
  demand(
    isListOf(manifest.warnings, ({ code, detail }) => isText(code) && isText(detail)),
    'warnings',
  );
  demand(Number.isSafeInteger(manifest.recordsBytes), 'recordsBytes');
  demand(Number.isSafeInteger(manifest.indexChecksum), 'indexChecksum');
  demand(isListOf(manifest.files, isFile), 'files');
  // Every member has been checked above.
  return manifest as unknown as RunManifest;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new RunFaultError('the manifest is not JSON', { cause: error });
  }
}

function demand(condition: boolean, reason: string): asserts condition {
  if (!condition) throw new RunFaultError(`broken manifest: ${reason}`);
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isListOf(value: unknown, test: (member: Members) => boolean): boolean {
  return Array.isArray(value) && value.every((member) => isMembers(member) && test(member));
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

function isInstant(value: unknown): boolean {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value));
}

function isAscending(step: unknown, index: number, steps: unknown[]): boolean {
  return typeof step === 'number' && step >= 0 && (index === 0 || step > Number(steps[index - 1]));
}

function isGrid(grid: unknown): boolean {
  if (!isMembers(grid) || typeof grid.wrapsLongitude !== 'boolean') return false;
  const counts = [grid.ni, grid.nj].every((count) => Number.isInteger(count) && Number(count) > 0);
  const origin = [grid.latitudeFirst, grid.longitudeFirst].every(Number.isFinite);
  const increments = [grid.latitudeIncrement, grid.longitudeIncrement];
  return (
    counts && origin && increments.every((increment) => Number.isFinite(increment) && Number(increment) > 0)
  );
}

/** Requires a plain file name, so that a manifest cannot point outside its run's directory. */
function isFile({ name, bytes, partBytes, partsSha256 }: Members): boolean {
  const isNamed = typeof name === 'string' && /^[a-z0-9]+(\.[a-z0-9]+)+$/.test(name);
  const sizes = [bytes, partBytes].map(Number);
  if (!isNamed || !sizes.every(Number.isSafeInteger) || sizes[0] < 0 || sizes[1] < 1) return false;
  const isSum = (sum: unknown) => typeof sum === 'string' && /^[0-9a-f]{64}$/.test(sum);
  if (!Array.isArray(partsSha256) || !partsSha256.every(isSum)) return false;
  return partsSha256.length === Math.ceil(sizes[0] / sizes[1]);
}

function isVariable({ name, statistic, planes }: Members, steps: number): boolean {
  const known = typeof name === 'string' && name in VARIABLES && STATISTICS.includes(statistic);
  if (!known || !Array.isArray(planes) || planes.length !== steps) return false;
  return planes.every(
    (plane) => plane === null || (isPlane(plane) && hasSpan(plane) === (statistic !== 'instant')),
  );
}

function isStatic({ name, plane }: Members): boolean {
  return typeof name === 'string' && name in VARIABLES && isPlane(plane);
}

function isPlane(plane: unknown): plane is Members {
  return isMembers(plane) && Number.isFinite(plane.reference) && Number.isFinite(plane.scale);
}

function hasSpan(plane: Members): boolean {
  return Number.isFinite(plane.spanStartHours);
}
