import type { Spans } from '../../weather/meteo/index.js';
import type { StoredVariable } from '../../store/format/index.js';

/** Cached, since a run's manifest does not change, and every request at every point needs the same spans. */
const known = new WeakMap<StoredVariable, Spans>();

/**
 * The spans of a run's planes, in hours after the run; an instant stands for the time since the previous step. `steps`
 * are the indexes of the steps.
 */
export function planeSpans(stored: StoredVariable, stepsHours: readonly number[]): Spans {
  const earlier = known.get(stored);
  if (earlier) return earlier;
  const spans = stored.planes.flatMap((plane, step) => {
    const startHours = plane?.spanStartHours ?? stepsHours[step - 1];
    return !plane || startHours === undefined ? [] : [{ startHours, endHours: stepsHours[step], step }];
  });
  const built: Spans = {
    startHours: Float64Array.from(spans, ({ startHours }) => startHours),
    endHours: Float64Array.from(spans, ({ endHours }) => endHours),
    steps: Int32Array.from(spans, ({ step }) => step),
  };
  known.set(stored, built);
  return built;
}
