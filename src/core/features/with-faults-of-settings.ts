import { ConfigurationError } from '../config/configuration-error.js';
import { loadConfiguration } from '../config/load-configuration.js';
import { OWN_MODELS } from '../../weather/models/index.js';
import { FeatureError } from './feature-error.js';

/**
 * Loads features, which happens before the settings are read. If that fails, reports the faults of the settings as
 * well.
 * @throws FeatureError; ConfigurationError
 */
export async function withFaultsOfSettings<T>(
  environment: NodeJS.ProcessEnv,
  load: () => Promise<T>,
): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (error instanceof FeatureError) tellFaults(environment, error);
    throw error;
  }
}

function tellFaults(environment: NodeJS.ProcessEnv, { message }: FeatureError): void {
  try {
    // `MODELS` may name a model of the features that are missing.
    loadConfiguration({ ...environment, MODELS: undefined }, OWN_MODELS);
  } catch (error) {
    if (error instanceof ConfigurationError) throw new ConfigurationError([...error.faults, message]);
  }
}
