import { type Bounds, boundsOf, type VariableName } from '../../weather/meteo/index.js';
import { type CodeRange, type Quantisation } from './quantise.js';
import { MAXIMUM_CODE, type PlaneHeader, type RunManifest } from './run-manifest.js';

export function codeRange([lowest, highest]: Bounds, { reference, scale }: Quantisation): CodeRange {
  return { first: (lowest - reference) / scale, last: (highest - reference) / scale };
}

/** The first and the last code to believe of each plane of a variable, in the order of their steps. */
export interface PlaneLimits {
  first: Uint16Array;
  last: Uint16Array;
}

/** What codes to believe in a run: of each variable, undefined if any, and of the statics. */
export interface CodeLimits {
  variables: readonly (PlaneLimits | undefined)[];
  statics: readonly CodeRange[];
}

/**
 * Returns what codes to believe in a run that may hold values outside of the physical bounds; undefined if it holds
 * none.
 */
export function codeLimits({
  isBounded,
  variables,
  statics,
  stepsHours,
}: Pick<RunManifest, 'isBounded' | 'variables' | 'statics' | 'stepsHours'>): CodeLimits | undefined {
  if (isBounded) return undefined;
  return {
    variables: variables.map(({ name, planes }) =>
      limitsOf(
        planes.flatMap((plane, step) =>
          plane ? [rangeOf(name, plane, stepsHours[step] - (plane.spanStartHours ?? stepsHours[step]))] : [],
        ),
      ),
    ),
    statics: statics.map(({ name, plane }) => rangeOf(name, plane, 0)),
  };
}

/** Undefined if every code is within its range, as is usual: then no code of the variable needs a look. */
function limitsOf(ranges: readonly CodeRange[]): PlaneLimits | undefined {
  if (ranges.every(({ first, last }) => first <= 0 && last >= MAXIMUM_CODE)) return undefined;
  // In a range that contains no code, the last one is before the first.
  const isNone = ({ first, last }: CodeRange) => first > MAXIMUM_CODE || last < 0;
  return {
    first: Uint16Array.from(ranges, (range) => (isNone(range) ? 1 : Math.max(0, Math.ceil(range.first)))),
    last: Uint16Array.from(ranges, (range) =>
      isNone(range) ? 0 : Math.min(MAXIMUM_CODE, Math.floor(range.last)),
    ),
  };
}

function rangeOf(variable: VariableName, plane: PlaneHeader, spanHours: number): CodeRange {
  return codeRange(boundsOf(variable, spanHours) ?? [-Infinity, Infinity], plane);
}
