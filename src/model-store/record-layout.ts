import { type RunManifest } from './run-manifest.js';
import { layoutWindow, WINDOW_STEPS, type WindowVariable } from './window-layout.js';

/** What all records of a run have in common. */
export class RecordLayout {
  readonly variableCount: number;
  readonly stepCount: number;
  readonly staticCount: number;
  /** For each window of steps the variables that have planes in it. */
  readonly windows: readonly (readonly WindowVariable[])[];
  /** For each variable the windows in which it has planes. */
  readonly courses: readonly (readonly (WindowVariable & { window: number })[])[];

  constructor({ variables, stepsHours, statics }: Pick<RunManifest, 'variables' | 'stepsHours' | 'statics'>) {
    this.variableCount = variables.length;
    this.stepCount = stepsHours.length;
    this.staticCount = statics.length;
    this.windows = Array.from({ length: Math.ceil(stepsHours.length / WINDOW_STEPS) }, (_, window) =>
      layoutWindow(variables, window),
    );
    this.courses = variables.map((_, variable) =>
      this.windows.flatMap((window, index) =>
        window.filter(({ index: of }) => of === variable).map((layout) => ({ ...layout, window: index })),
      ),
    );
  }

  /** Codes of a record when it is unpacked: variables × steps, variable by variable, then the statics. */
  get codeCount(): number {
    return this.variableCount * this.stepCount + this.staticCount;
  }
}
