import { type Configuration } from '../config/configuration.js';
import { featureNames, loadConfiguration } from '../config/load-configuration.js';
import { FeatureSet } from './feature-set.js';
import type { Feature } from './feature.types.js';
import { OWN_FEATURES, OWN_FEATURE_SET } from './features.js';
import { loadOthers } from './load-others.js';
import { withFaultsOfSettings } from './with-faults-of-settings.js';

/**
 * Our features, those that the specifiers name and those that are given.
 * @throws FeatureError where one cannot be loaded or be part of the whole
 */
export async function loadFeatures(
  specifiers: readonly string[],
  given: readonly Feature[] = [],
): Promise<FeatureSet> {
  if (specifiers.length === 0 && given.length === 0) return OWN_FEATURE_SET;
  return new FeatureSet(OWN_FEATURES, [...given, ...(await loadOthers(specifiers))]);
}

/**
 * The features, and the settings of all of them.
 * @throws FeatureError; ConfigurationError
 */
export async function loadApplication(
  environment: NodeJS.ProcessEnv,
  given: readonly Feature[] = [],
): Promise<{ features: FeatureSet; configuration: Configuration }> {
  const features = await withFaultsOfSettings(environment, () =>
    loadFeatures(featureNames(environment), given),
  );
  return { features, configuration: loadConfiguration(environment, features.models) };
}
