import type { Configuration } from '../../core/config/index.js';
import type { Feature } from '../../core/features/index.js';
import { OWN_MODELS } from '../../weather/models/index.js';

/**
 * Loads the command's settings, including the models of the features that `FEATURES` names. Of the built-in features it
 * uses only the models, and loads no framework: that would take longer than ingesting a small run.
 * @throws FeatureError; ConfigurationError
 */
export async function ingestConfiguration(environment: NodeJS.ProcessEnv): Promise<Configuration> {
  const { featureNames, loadConfiguration } = await import('../../core/config/load-configuration.js');
  const { settingsOf } = await import('../../core/features/settings-of.js');
  const { withFaultsOfSettings } = await import('../../core/features/with-faults-of-settings.js');
  const others = await withFaultsOfSettings(environment, () => loadChecked(featureNames(environment)));
  const models = [...OWN_MODELS, ...others.flatMap(({ models = [] }) => models)];
  return loadConfiguration(environment, models, settingsOf(others));
}

async function loadChecked(names: string[]): Promise<Feature[]> {
  const { loadOthers } = await import('../../core/features/load-others.js');
  const others = await loadOthers(names);
  if (others.length === 0) return others;
  const { refuseConflicts } = await import('../../core/features/refuse-conflicts.js');
  refuseConflicts([{ name: 'ingest', models: OWN_MODELS }, ...others]);
  return others;
}
