import {
  type Corrections,
  type CorrectingStation,
  DOCUMENTED_WEIGHTS,
  type WeightsState,
} from '../../../../src/weather/consensus/index.js';

/** A state with the documented weights, and the same corrections everywhere. */
export class CorrectedState implements WeightsState {
  /** The places that were asked for, and the stations that were left out. */
  readonly asked: unknown[] = [];

  constructor(
    private readonly at: Corrections['at'],
    readonly widening: (lead: number) => number = () => 1,
    readonly number = 7,
    readonly since = new Date(0),
    private readonly stations: CorrectingStation[] = [{ id: 'KBOS', distanceKm: 12.34, weight: 0.876 }],
  ) {}

  byLead(...of: Parameters<WeightsState['byLead']>): Float64Array {
    return DOCUMENTED_WEIGHTS.byLead(...of);
  }

  correctionsAt(...asked: unknown[]): Corrections {
    this.asked.push(asked);
    return { at: this.at, stations: () => this.stations };
  }
}
