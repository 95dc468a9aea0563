import { mapSeries } from '../../meteo/series.js';
import { kelvinToCelsius, pascalsToHectopascals } from '../../meteo/units.js';
import type { MetricSource } from '../metric.types.js';

/** The air near the ground in the units of the metrics. */
export class AirSeries {
  readonly temperature: Float64Array;
  private pressures: Float64Array | undefined;

  constructor(private readonly source: MetricSource) {
    this.temperature = mapSeries(source.variable('temperature2m'), kelvinToCelsius);
  }

  get humidity(): Float64Array {
    return this.source.variable('relativeHumidity2m');
  }

  get pressureSurfaceLevel(): Float64Array {
    return (this.pressures ??= mapSeries(this.source.variable('surfacePressure'), pascalsToHectopascals));
  }
}

export const airOf = (source: MetricSource): AirSeries => source.shared(makeAir);

function makeAir(source: MetricSource): AirSeries {
  return new AirSeries(source);
}
