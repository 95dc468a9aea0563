import { type Statistic, VARIABLE_NAMES, type VariableName } from '../../weather/meteo/index.js';
import { type Plane } from '../format/plane.js';
import { type RunIdentity } from '../format/run-identity.js';
import { type PlaneHeader, type StoredStatic, type StoredVariable } from '../format/run-manifest.js';

/** A plane without its values. */
export type PlaneIdentity = Omit<Plane, 'values' | 'quantisation'>;

interface KnownVariable {
  statistic: Statistic;
  /** One for each step of the run. */
  planes: (PlaneHeader | null)[];
}

/** The planes that a run has so far, and what their codes mean. */
export class RunPlanes {
  private readonly variables = new Map<VariableName, KnownVariable>();
  private readonly statics = new Map<VariableName, PlaneHeader>();

  constructor(private readonly identity: RunIdentity) {}

  /** Returns the index of a step in the run. @throws Error when the run lacks it */
  place(variable: VariableName, stepHours: number | 'static'): number | 'static' {
    if (stepHours === 'static') return stepHours;
    const index = this.identity.stepsHours.indexOf(stepHours);
    if (index === -1) throw new Error(`${variable} at step ${stepHours} is not a step of the run`);
    return index;
  }

  /** @throws Error when the plane does not fit the run, or what was added before; see RunWriter.fill */
  check({ variable, statistic, stepHours, spanStartHours }: PlaneIdentity): void {
    if (stepHours === 'static') return;
    const label = `${variable} at step ${stepHours}`;
    if ((spanStartHours === undefined) !== (statistic === 'instant')) {
      throw new Error(`${label} is of kind ${statistic}: a span belongs to means and amounts alone`);
    }
    if (spanStartHours !== undefined && spanStartHours >= stepHours)
      throw new Error(`${label} has an empty span`);
    const earlier = this.variables.get(variable);
    if (earlier && earlier.statistic !== statistic) {
      throw new Error(`${label} is of kind ${statistic}, its earlier planes of kind ${earlier.statistic}`);
    }
  }

  register({ variable, statistic, stepHours }: PlaneIdentity, header: PlaneHeader): void {
    if (stepHours === 'static') {
      this.statics.set(variable, header);
      return;
    }
    const { stepsHours } = this.identity;
    const planes = this.variables.get(variable)?.planes ?? stepsHours.map(() => null);
    planes[stepsHours.indexOf(stepHours)] = header;
    this.variables.set(variable, { statistic, planes });
  }

  storedVariables(): StoredVariable[] {
    return inOrder(this.variables).map(([name, { statistic, planes }]) => ({ name, statistic, planes }));
  }

  storedStatics(): StoredStatic[] {
    return inOrder(this.statics).map(([name, plane]) => ({ name, plane }));
  }
}

function inOrder<T>(map: Map<VariableName, T>): [VariableName, T][] {
  return [...map].sort(([a], [b]) => VARIABLE_NAMES.indexOf(a) - VARIABLE_NAMES.indexOf(b));
}
