import type { Feature } from './feature.types.js';

/** Gives a feature its type where it is written; a member that no feature has does not compile. */
export function defineFeature<const T extends Feature>(
  feature: T & Record<Exclude<keyof T, keyof Feature>, never>,
): T {
  return feature;
}
