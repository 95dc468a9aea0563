/** Length in seconds of the units of WMO code table 4.4; months and years have no fixed length. */
const SECONDS = new Map([
  [0, 60],
  [1, 3600],
  [2, 86_400],
  [10, 3 * 3600],
  [11, 6 * 3600],
  [12, 12 * 3600],
  [13, 1],
]);

/** Converts a number of units of WMO code table 4.4 to hours; returns undefined for an unknown unit. */
export function toHours(count: number, unit: number): number | undefined {
  const seconds = SECONDS.get(unit);
  return seconds === undefined ? undefined : (count * seconds) / 3600;
}
