import { type Configuration, featureNames, loadConfiguration } from '../../core/config/index.js';
import { type Feature, checkFeature, loadOthers, withFaultsOfSettings } from '../../core/features/index.js';
import { OWN_MODELS } from '../../weather/models/index.js';

/**
 * Loads the command's settings, including the models of the features that `FEATURES` names. Of the built-in features it
 * uses only the models: loading all of them would take longer than ingesting a small run.
 * @throws FeatureError; ConfigurationError
 */
export async function ingestConfiguration(environment: NodeJS.ProcessEnv): Promise<Configuration> {
  const others = await withFaultsOfSettings(environment, () => loadChecked(featureNames(environment)));
  return loadConfiguration(environment, [...OWN_MODELS, ...others.flatMap(({ models }) => models ?? [])]);
}

async function loadChecked(names: string[]): Promise<Feature[]> {
  const others = await loadOthers(names);
  if (others.length === 0) return others;
  others.forEach((feature) => checkFeature(feature, false));
  const { refuseConflicts } = await import('../../core/features/refuse-conflicts.js');
  refuseConflicts([{ name: 'ingest', models: OWN_MODELS }, ...others]);
  return others;
}
