import { VARIABLE_NAMES, type Statistic, type VariableName } from '../meteo/variables.js';
import { type Plane } from './plane.js';
import { type RunIdentity } from './run-identity.js';
import { type PlaneHeader, type StoredStatic, type StoredVariable } from './run-manifest.js';

/** A plane in the spool: where it is there, and what its codes mean. */
interface SpooledPlane {
  index: number;
  header: PlaneHeader;
}

interface SpooledVariable {
  statistic: Statistic;
  /** One for each step of the run. */
  planes: (SpooledPlane | undefined)[];
}

/** The index of a plane that the run does not have. */
export const NO_PLANE = -1;

/** Which planes a run has so far, and the order in which its records hold them. */
export class RunPlanes {
  private readonly variables = new Map<VariableName, SpooledVariable>();
  private readonly statics = new Map<VariableName, SpooledPlane>();

  constructor(private readonly identity: RunIdentity) {}

  /** @throws Error when the plane does not fit the run, or what was added before; see RunWriter.add */
  check({ variable, statistic, stepHours, spanStartHours, values }: Plane): void {
    const { grid, stepsHours } = this.identity;
    const label = `${variable} at step ${stepHours}`;
    if (values.length !== grid.ni * grid.nj) {
      throw new Error(`${label} has ${values.length} values, not the ${grid.ni * grid.nj} of the grid`);
    }
    if (stepHours === 'static') {
      if (this.statics.has(variable)) throw new Error(`${label} was added twice`);
      return;
    }
    if (!stepsHours.includes(stepHours)) throw new Error(`${label} is not a step of the run`);
    if ((spanStartHours === undefined) !== (statistic === 'instant')) {
      throw new Error(`${label} is of kind ${statistic}: a span belongs to means and amounts alone`);
    }
    if (spanStartHours !== undefined && spanStartHours >= stepHours)
      throw new Error(`${label} has an empty span`);
    const earlier = this.variables.get(variable);
    if (earlier?.planes[stepsHours.indexOf(stepHours)]) throw new Error(`${label} was added twice`);
    if (earlier && earlier.statistic !== statistic) {
      throw new Error(`${label} is of kind ${statistic}, its earlier planes of kind ${earlier.statistic}`);
    }
  }

  register({ variable, statistic, stepHours }: Plane, spooled: SpooledPlane): void {
    if (stepHours === 'static') {
      this.statics.set(variable, spooled);
      return;
    }
    const { stepsHours } = this.identity;
    const planes = this.variables.get(variable)?.planes ?? stepsHours.map(() => undefined);
    planes[stepsHours.indexOf(stepHours)] = spooled;
    this.variables.set(variable, { statistic, planes });
  }

  /** The planes' indices in the order of a record, NO_PLANE for those that are absent. */
  recordOrder(): number[] {
    return [
      ...inOrder(this.variables).flatMap(([, { planes }]) => planes.map((plane) => plane?.index ?? NO_PLANE)),
      ...inOrder(this.statics).map(([, plane]) => plane.index),
    ];
  }

  storedVariables(): StoredVariable[] {
    return inOrder(this.variables).map(([name, { statistic, planes }]) => ({
      name,
      statistic,
      planes: planes.map((plane) => plane?.header ?? null),
    }));
  }

  storedStatics(): StoredStatic[] {
    return inOrder(this.statics).map(([name, plane]) => ({ name, plane: plane.header }));
  }
}

function inOrder<T>(map: Map<VariableName, T>): [VariableName, T][] {
  return [...map].sort(([a], [b]) => VARIABLE_NAMES.indexOf(a) - VARIABLE_NAMES.indexOf(b));
}
