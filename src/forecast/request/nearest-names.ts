import { editDistance } from '../../core/common/index.js';

/** Names that a request may use. */
export interface KnownNames<T extends string = string> {
  readonly names: readonly T[];
  /** Names of this service by those that other services use, in lower case without separators. */
  readonly otherNames: ReadonlyMap<string, T>;
}

/** @param otherNames for each name, what other services call it, in lower case without separators */
export function knownNames<T extends string>(
  otherNames: Readonly<Record<T, readonly string[]>>,
): KnownNames<T> {
  const entries = Object.entries(otherNames) as [T, readonly string[]][];
  return {
    names: entries.map(([name]) => name),
    otherNames: new Map(entries.flatMap(([name, others]) => others.map((other) => [other, name] as const))),
  };
}

/** Names at most this much further away than the nearest one are suggested too. */
const TIE = 1;
const MOST = 3;
/** A name that differs in more than a third of its letters is another name, not a misspelling. */
const LETTERS_PER_FAULT = 3;
/** Shorter texts occur in too many names by chance. */
const SHORTEST_PART = 3;

/**
 * Suggests known names for an unknown one, nearest first: at most three, and none if none is near. A name that other
 * services use gives only the name that corresponds to it. Otherwise, names that contain the unknown one (or the other
 * way round) come first, then those that need the fewest letters inserted, deleted or replaced. Ignores case and
 * separators.
 */
export function nearestNames(unknown: string, { names, otherNames }: KnownNames): string[] {
  const plain = plainName(unknown);
  const meant = otherNames.get(plain);
  if (meant !== undefined) return [meant];
  const near = names
    .map((name) => ({ name, distance: distance(plain, plainName(name)) }))
    .filter(({ name, distance }) => distance <= mostFaults(plain, name))
    .sort((a, b) => a.distance - b.distance);
  return near
    .filter((entry) => entry.distance <= near[0].distance + TIE)
    .slice(0, MOST)
    .map(({ name }) => name);
}

const plainName = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

const mostFaults = (a: string, b: string): number => Math.max(a.length, b.length) / LETTERS_PER_FAULT;

function distance(unknown: string, known: string): number {
  if (unknown === known) return 0;
  const isPart = unknown.length >= SHORTEST_PART && known.includes(unknown);
  const isMost =
    known.length * 2 >= unknown.length && known.length >= SHORTEST_PART && unknown.includes(known);
  if (isPart || isMost) return 1;
  // The difference in length is a lower bound of the edit distance.
  const least = Math.abs(unknown.length - known.length);
  return least > mostFaults(unknown, known) ? least : editDistance(unknown, known);
}
