import type { Feature } from './feature.types.js';

/** Gives a feature its type where it is written. */
export function defineFeature<const T extends Feature>(feature: T): T {
  return feature;
}
