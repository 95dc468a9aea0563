/** A run is published once it reaches so many hours, before it is whole. */
const PART_ENDS_HOURS = [48, 120];

/**
 * The steps of each part in which a run is published: each has those of the parts before it, and the last has all.
 *
 * @param steps of the whole run, in hours, ascending
 */
export function partsOf(steps: number[], endsHours = PART_ENDS_HOURS): number[][] {
  const ends = endsHours.filter((endHours) => endHours < steps[steps.length - 1]);
  return [...ends.map((endHours) => steps.filter((step) => step <= endHours)), steps];
}
