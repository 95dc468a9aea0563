import { editDistance } from '../common/edit-distance.js';

/** Names at most this far from the nearest one are worth naming beside it. */
const TIE = 1;
const MOST = 3;

/**
 * The known names that a misspelt one may stand for, nearest first: one at least, three at most. Names that hold the
 * misspelt one (or the other way round) come first, then those that need the fewest letters inserted, dropped or
 * replaced. Upper and lower case count as the same.
 */
export function nearestNames(unknown: string, known: readonly string[]): string[] {
  const distances = known.map((name) => ({
    name,
    distance: distance(unknown.toLowerCase(), name.toLowerCase()),
  }));
  distances.sort((a, b) => a.distance - b.distance);
  const nearest = distances[0]?.distance ?? 0;
  return distances
    .filter((entry) => entry.distance <= nearest + TIE)
    .slice(0, MOST)
    .map(({ name }) => name);
}

function distance(a: string, b: string): number {
  if (a === b) return 0;
  if (a.length > 2 && (b.includes(a) || a.includes(b))) return 1;
  return editDistance(a, b);
}
