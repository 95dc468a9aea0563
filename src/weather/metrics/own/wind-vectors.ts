import { mapSeries } from '../../meteo/series.js';

const RADIANS = Math.PI / 180;

/** The wind of each hour as a vector: toward the east and toward the north, m/s. */
export interface WindVectors {
  u: Float64Array;
  v: Float64Array;
}

/** A source of hours, such as those of a day. */
interface Hours {
  readonly metric: (name: string) => Float64Array;
}

/** NaN where the speed or the direction is missing. */
export function windVectors(hours: Hours): WindVectors {
  return vectors(hours.metric('windDirection'), hours.metric('windSpeed'));
}

/** For directions only: if a source has no speeds at all, every hour has the same weight. */
export function windDirectionVectors(hours: Hours): WindVectors {
  const speeds = hours.metric('windSpeed');
  const weights = speeds.every(Number.isNaN) ? mapSeries(speeds, () => 1) : speeds;
  return vectors(hours.metric('windDirection'), weights);
}

function vectors(directions: Float64Array, lengths: Float64Array): WindVectors {
  const component = (along: (radians: number) => number) =>
    mapSeries(directions, (direction, hour) => -along(direction * RADIANS) * lengths[hour]);
  return { u: component(Math.sin), v: component(Math.cos) };
}
