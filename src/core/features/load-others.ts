import { statSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { isAbsolute, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { FeatureError } from './feature-error.js';
import type { Feature } from './feature.types.js';

/**
 * Loads features by specifiers: packages, or paths, relative to the working directory. Checks them and the given ones,
 * since they may not be compiled against the types.
 * @returns the given ones first
 * @throws FeatureError if one can't be loaded, or has an invalid value
 */
export async function loadOthers(
  specifiers: readonly string[],
  given: readonly Feature[] = [],
): Promise<Feature[]> {
  const others = [...given];
  for (const specifier of specifiers) others.push(await loadFeature(specifier));
  if (others.length === 0) return others;
  // Without other features, the start doesn't wait for zod.
  const { checkFeature } = await import('./check-feature.js');
  others.forEach((feature) => checkFeature(feature, false));
  return others;
}

async function loadFeature(specifier: string): Promise<Feature> {
  try {
    const url = isPath(specifier) ? urlOfPath(specifier) : urlOfPackage(specifier);
    const { default: exported } = (await import(url)) as { default?: unknown };
    // The default export of a CommonJS module is its whole `exports`; a compiled ES module has its own default in
    // there.
    const { __esModule: isCompiled, default: own } = Object(exported) as Record<string, unknown>;
    const feature = isCompiled === true ? own : exported;
    if (feature === undefined) throw new Error('it has no default export.');
    return feature as Feature;
  } catch (error) {
    throw new FeatureError(`The feature ${specifier} cannot be loaded: ${firstLine(error)}`, {
      cause: error,
    });
  }
}

/**
 * Whether the specifier is a path. `dist/alerts.js` is one if that file exists; otherwise it belongs to a package
 * "dist".
 */
function isPath(specifier: string): boolean {
  if (/^(\.{1,2}\/|file:)/.test(specifier) || isAbsolute(specifier)) return true;
  return statSync(specifier, { throwIfNoEntry: false })?.isFile() === true;
}

function urlOfPath(path: string): string {
  const absolute = path.startsWith('file:') ? fileURLToPath(path) : resolve(path);
  return pathToFileURL(createRequire(import.meta.url).resolve(absolute)).href;
}

/** Resolves a package like `import` from the working directory; `require` may find another file of it, or none. */
function urlOfPackage(specifier: string): string {
  const parentURL = pathToFileURL(resolve('package.json')).href;
  const hooks = registerHooks({
    resolve: (name, context, next) => next(name, { ...context, parentURL }),
  });
  try {
    return import.meta.resolve(specifier);
  } finally {
    hooks.deregister();
  }
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0];
}
