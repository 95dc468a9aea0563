import { pathToFileURL } from 'node:url';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { FeatureError } from './feature-error.js';
import { FeatureSet } from './feature-set.js';
import type { Feature } from './feature.types.js';
import { OWN_FEATURES, OWN_FEATURE_SET } from './features.js';

/**
 * Our features, those that the specifiers name (packages, or paths, from the working directory) and those that are given.
 * @throws FeatureError where one cannot be loaded or be part of the whole
 */
export async function loadFeatures(
  specifiers: readonly string[],
  given: readonly Feature[] = [],
): Promise<FeatureSet> {
  if (specifiers.length === 0 && given.length === 0) return OWN_FEATURE_SET;
  const others = [...given];
  for (const specifier of specifiers) others.push(await loadFeature(specifier));
  return new FeatureSet(OWN_FEATURES, others);
}

async function loadFeature(specifier: string): Promise<Feature> {
  try {
    const path = createRequire(join(process.cwd(), 'package.json')).resolve(specifier);
    const loaded = (await import(pathToFileURL(path).href)) as { default?: Feature };
    return loaded.default!;
  } catch (error) {
    throw new FeatureError(`The feature ${specifier} cannot be loaded: ${firstLine(error)}`, {
      cause: error,
    });
  }
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0];
}
