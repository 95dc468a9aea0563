/** Lead times at which an incomplete run is published, in hours. */
const PART_ENDS_HOURS = [48, 120];

/**
 * Returns the steps of each part in which a run is published. Each part includes those before it; the last one is the
 * whole run.
 *
 * @param steps of the whole run, in hours, ascending
 */
export function partsOf(steps: number[], endsHours = PART_ENDS_HOURS): number[][] {
  const ends = endsHours.filter((endHours) => endHours < steps[steps.length - 1]);
  return [...ends.map((endHours) => steps.filter((step) => step <= endHours)), steps];
}
