import { type PlaneHeader, type StoredVariable } from './run-manifest.js';

/**
 * Steps whose codes are stored together in a cell's record. With 8, a packed block has as many bytes as its codes have
 * bits.
 */
export const WINDOW_STEPS = 8;

/** A variable in one window: which of its planes are present, and how each follows from the plane before. */
export interface WindowVariable {
  /** Index of the variable in the list that the layout was made from. */
  index: number;
  /** Whether the variable's first plane of the run is in this window. It is stored as is, all others as differences. */
  begins: boolean;
  /** Indices of the present planes' steps in the run, ascending. */
  steps: number[];
  /** For each of them, what to add to the code of the plane before, so that equal values have equal codes. */
  shifts: number[];
}

/**
 * Returns the variables that have planes in a window, in the given order. Writer and reader derive the same layout from
 * the planes.
 */
export function layoutWindow(
  variables: readonly Pick<StoredVariable, 'planes'>[],
  window: number,
): WindowVariable[] {
  return variables.flatMap(({ planes }, index) => {
    const firstStep = window * WINDOW_STEPS;
    let before = planes.slice(0, firstStep).findLast((plane) => plane !== null);
    const layout: WindowVariable = { index, begins: before === undefined, steps: [], shifts: [] };
    for (let step = firstStep; step < Math.min(firstStep + WINDOW_STEPS, planes.length); step++) {
      const plane = planes[step];
      if (!plane) continue;
      layout.steps.push(step);
      layout.shifts.push(before ? shiftBetween(before, plane) : 0);
      before = plane;
    }
    return layout.steps.length > 0 ? [layout] : [];
  });
}

/** Each field has its own reference, often its minimum; the difference of two references is the same in all cells. */
function shiftBetween(before: PlaneHeader, plane: PlaneHeader): number {
  const isSameScale = before.scale === plane.scale;
  return isSameScale ? Math.round((before.reference - plane.reference) / plane.scale) & 0xffff : 0;
}
