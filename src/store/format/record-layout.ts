import { type RunManifest } from './run-manifest.js';
import { layoutWindow, WINDOW_STEPS, type WindowVariable } from './window-layout.js';

/** The variables that have planes in a window, in the order of their blocks. */
export interface WindowBlocks {
  variables: Uint16Array;
  /** Bytes of the first plane's code: 2 if the variable begins in the window, otherwise 0. */
  codeBytes: Uint8Array;
  /** Number of differences that follow. */
  differences: Uint8Array;
  /**
   * Whether each variable has a full block of differences and nothing else. A block then has as many bytes as each
   * difference has bits.
   */
  isRegular: boolean;
}

/** The planes of a variable through the run, as arrays that readers of single points iterate over. */
export interface VariableCourse {
  /** The windows in which the variable has planes, and its column among the blocks of each. */
  windows: Uint16Array;
  columns: Uint16Array;
  /** For each of these windows, the index in `steps` after its last plane. */
  ends: Uint32Array;
  /** Indices of the planes' steps in the run, ascending. */
  steps: Uint32Array;
  /** See WindowVariable. */
  shifts: Uint32Array;
  /** Whether any plane has a shift. */
  isShifted: boolean;
}

/** The layout that all records of a run share. */
export class RecordLayout {
  readonly variableCount: number;
  readonly stepCount: number;
  readonly staticCount: number;
  readonly windows: readonly WindowBlocks[];
  readonly courses: readonly VariableCourse[];

  constructor({ variables, stepsHours, statics }: Pick<RunManifest, 'variables' | 'stepsHours' | 'statics'>) {
    this.variableCount = variables.length;
    this.stepCount = stepsHours.length;
    this.staticCount = statics.length;
    const windows = Array.from({ length: Math.ceil(stepsHours.length / WINDOW_STEPS) }, (_, window) =>
      layoutWindow(variables, window),
    );
    this.windows = windows.map(blocksOf);
    this.courses = variables.map((_, variable) => courseOf(variable, windows));
  }

  /** Number of codes in an unpacked record: variables × steps, variable by variable, then the statics. */
  get codeCount(): number {
    return this.variableCount * this.stepCount + this.staticCount;
  }
}

function blocksOf(window: readonly WindowVariable[]): WindowBlocks {
  return {
    variables: Uint16Array.from(window, ({ index }) => index),
    codeBytes: Uint8Array.from(window, ({ begins }) => (begins ? 2 : 0)),
    differences: Uint8Array.from(window, ({ begins, steps }) => steps.length - (begins ? 1 : 0)),
    isRegular: window.every(({ begins, steps }) => !begins && steps.length === WINDOW_STEPS),
  };
}

function courseOf(variable: number, windows: readonly (readonly WindowVariable[])[]): VariableCourse {
  const blocks = windows.flatMap((window, index) => {
    const column = window.findIndex(({ index: of }) => of === variable);
    return column === -1 ? [] : [{ ...window[column], window: index, column }];
  });
  const shifts = Uint32Array.from(blocks.flatMap((block) => block.shifts));
  let end = 0;
  return {
    windows: Uint16Array.from(blocks, ({ window }) => window),
    columns: Uint16Array.from(blocks, ({ column }) => column),
    ends: Uint32Array.from(blocks, ({ steps }) => (end += steps.length)),
    steps: Uint32Array.from(blocks.flatMap(({ steps }) => steps)),
    shifts,
    isShifted: shifts.some((shift) => shift !== 0),
  };
}
