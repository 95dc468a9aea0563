import { type Configuration } from '../../config/configuration.js';
import { featureNames, loadConfiguration } from '../../config/load-configuration.js';
import { checkFeature } from '../../features/check-feature.js';
import { loadOthers } from '../../features/load-others.js';
import { OWN_MODELS } from '../../models/own-models.js';

/**
 * The settings of the command, with the models of the features that `FEATURES` names. Of ours it needs the models alone: to
 * load all of them would take longer than a small run.
 * @throws FeatureError; ConfigurationError
 */
export async function ingestConfiguration(environment: NodeJS.ProcessEnv): Promise<Configuration> {
  const others = await loadOthers(featureNames(environment));
  others.forEach((feature) => checkFeature(feature, false));
  return loadConfiguration(environment, [...OWN_MODELS, ...others.flatMap(({ models }) => models ?? [])]);
}
