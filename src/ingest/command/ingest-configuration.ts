import { type Configuration } from '../../core/config/configuration.js';
import { featureNames, loadConfiguration } from '../../core/config/load-configuration.js';
import { checkFeature } from '../../core/features/check-feature.js';
import type { Feature } from '../../core/features/feature.types.js';
import { loadOthers } from '../../core/features/load-others.js';
import { withFaultsOfSettings } from '../../core/features/with-faults-of-settings.js';
import { OWN_MODELS } from '../../weather/models/own-models.js';

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
