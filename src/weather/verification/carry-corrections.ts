/** Beyond it, nothing is carried. */
export const CARRIED_KM = 100;
/** Stations of several networks stand at one airport: what one says, the others do. */
export const SAME_SITE_KM = 3;
const MOST_METERS = 300;
/** Nearer stations don't count for more. */
const NEAREST_KM = 5;
/** Corrections that differ by less agree; those that differ by more than the second don't at all. In degrees. */
const [AGREE, DISAGREE] = [1.5, 3];
/** A station is carried as far as stations with so many of the votes, itself among them, agree: from none to all. */
const [LEAST_TRUSTED, TRUSTED] = [0.4, 0.7];

/** A station within this share of the reach has a full vote. */
const FULL_VOTE = 1 / 3;
/** One at the place itself has so many more, which fade within so many kilometers. */
const MORE_VOTES = 2;
const HERE_KM = 10;

/** What is known at a station near a place. */
export interface NearCorrection {
  readonly distanceKm: number;
  /** By how much the station is higher than the place. */
  readonly meters: number;
  /** In degrees. */
  readonly value: number;
}

/**
 * Returns the share of each station in the correction of a place between them: by the inverse of the distance and by the
 * height, fading to none at 100 km or 300 m from the nearest. Nothing jumps where a station comes into reach, or where one
 * that disagrees with the others loses its share: a station that measures wrongly doesn't harm its neighbors.
 */
export function carriedShares(near: readonly NearCorrection[]): number[] {
  const reach = near.map(
    ({ distanceKm, meters }) =>
      fade(distanceKm / CARRIED_KM, 0, 1) * fade(Math.abs(meters) / MOST_METERS, 0, 1),
  );
  const votes = near.map(
    ({ distanceKm }, i) =>
      Math.min(reach[i] / FULL_VOTE, 1) * (1 + MORE_VOTES * fade(distanceKm, 0, HERE_KM)),
  );
  const agreed = votesFor(near, votes);
  const allVotes = sum(votes);
  const fits = reach.map((share, i) =>
    share === 0 ? 0 : share * (1 - fade(agreed[i] / allVotes, LEAST_TRUSTED, TRUSTED)),
  );
  const weights = near.map(({ distanceKm }, i) => fits[i] / Math.max(distanceKm, NEAREST_KM));
  const total = sum(weights);
  if (total === 0) return near.map(() => 0);
  const carried = Math.max(...fits);
  return weights.map((weight) => (carried * weight) / total);
}

/** Returns the votes of all that agree with each one, itself among them. */
function votesFor(near: readonly NearCorrection[], votes: readonly number[]): Float64Array {
  const agreed = Float64Array.from(votes);
  const values = Float64Array.from(near, ({ value }) => value);
  // Two agree with each other, so each pair is judged once. A place may have a hundred stations.
  for (let i = 1; i < values.length; i++) {
    const [value, vote] = [values[i], votes[i]];
    if (vote === 0) continue;
    for (let j = 0; j < i; j++) {
      const difference = Math.abs(value - values[j]);
      if (difference >= DISAGREE) continue;
      const share = fade(difference, AGREE, DISAGREE);
      agreed[i] += share * votes[j];
      agreed[j] += share * vote;
    }
  }
  return agreed;
}

/** 1 up to the first number, 0 from the second on, and straight between them. */
function fade(value: number, from: number, to: number): number {
  return Math.min(Math.max((to - value) / (to - from), 0), 1);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
