/** Seconds of the units of WMO code table 4.4 that have a fixed length; months and years have none. */
const SECONDS = new Map([
  [0, 60],
  [1, 3600],
  [2, 86_400],
  [10, 3 * 3600],
  [11, 6 * 3600],
  [12, 12 * 3600],
  [13, 1],
]);

/** A number of units of WMO code table 4.4 in hours; undefined if the unit is not known. */
export function toHours(count: number, unit: number): number | undefined {
  const seconds = SECONDS.get(unit);
  return seconds === undefined ? undefined : (count * seconds) / 3600;
}
