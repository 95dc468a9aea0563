import { pathToFileURL } from 'node:url';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { FeatureError } from './feature-error.js';
import type { Feature } from './feature.types.js';

/**
 * The features that the specifiers name: packages, or paths, from the working directory.
 * @throws FeatureError where one cannot be loaded
 */
export async function loadOthers(specifiers: readonly string[]): Promise<Feature[]> {
  const others: Feature[] = [];
  for (const specifier of specifiers) others.push(await loadFeature(specifier));
  return others;
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
