import type { Feature } from './feature.types.js';

/** Types a feature definition. Unknown members don't compile. */
export function defineFeature<const T extends Feature>(
  feature: T & Record<Exclude<keyof T, keyof Feature>, never>,
): T {
  return feature;
}
