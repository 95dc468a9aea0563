import { type Configuration, featureNames, loadConfiguration } from '../../core/config/index.js';
import { type Feature, FeatureSet, loadOthers, withFaultsOfSettings } from '../../core/features/index.js';
import { OWN_FEATURES, OWN_FEATURE_SET } from './features.js';

/**
 * Loads the built-in features, those named by the specifiers, and the given ones.
 * @throws FeatureError if one can't be loaded, is invalid, or conflicts with another
 */
export async function loadFeatures(
  specifiers: readonly string[],
  given: readonly Feature[] = [],
): Promise<FeatureSet> {
  if (specifiers.length === 0 && given.length === 0) return OWN_FEATURE_SET;
  return new FeatureSet(OWN_FEATURES, await loadOthers(specifiers, given));
}

/**
 * Loads the features, and the settings of all of them.
 * @throws FeatureError; ConfigurationError
 */
export async function loadApplication(
  environment: NodeJS.ProcessEnv,
  given: readonly Feature[] = [],
): Promise<{ features: FeatureSet; configuration: Configuration }> {
  const features = await withFaultsOfSettings(environment, () =>
    loadFeatures(featureNames(environment), given),
  );
  return { features, configuration: loadConfiguration(environment, features.models, features.settings) };
}
