import type { DeclaredSetting, FeatureSetting } from '../config/feature-setting.types.js';
import type { Feature } from './feature.types.js';

/** Returns the settings of features, with the names of the features. */
export function settingsOf(features: readonly Feature[]): DeclaredSetting[] {
  return features.flatMap(({ name: feature, settings = {} }) =>
    Object.entries<FeatureSetting>(settings).map(([name, setting]) => ({ feature, name, setting })),
  );
}
