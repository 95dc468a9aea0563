import { type Bounds, boundsOf, type VariableName } from '../../weather/meteo/index.js';
import { type CodeRange, type Quantisation } from './quantise.js';
import { type PlaneHeader, type RunManifest } from './run-manifest.js';

export function codeRange([lowest, highest]: Bounds, { reference, scale }: Quantisation): CodeRange {
  return { first: (lowest - reference) / scale, last: (highest - reference) / scale };
}

/** The ranges of the codes of a run: of each variable's planes in the order of their steps, and of the statics. */
export interface CodeLimits {
  variables: readonly (readonly CodeRange[])[];
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
      planes.flatMap((plane, step) =>
        plane ? [rangeOf(name, plane, stepsHours[step] - (plane.spanStartHours ?? stepsHours[step]))] : [],
      ),
    ),
    statics: statics.map(({ name, plane }) => rangeOf(name, plane, 0)),
  };
}

function rangeOf(variable: VariableName, plane: PlaneHeader, spanHours: number): CodeRange {
  return codeRange(boundsOf(variable, spanHours) ?? [-Infinity, Infinity], plane);
}
