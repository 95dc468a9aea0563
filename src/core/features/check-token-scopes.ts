import { tokenScopeOf } from '../http/access/access.decorator.js';
import { FeatureError } from './feature-error.js';
import { routesOf } from './feature-routes.js';
import type { Feature } from './feature.types.js';

/** @throws FeatureError if a route requires a scope from personal access tokens that none can have */
export function checkTokenScopes(features: readonly Feature[], ofTokens: readonly string[]): void {
  const modules = new Set<unknown>(features.flatMap(({ module }) => module ?? []));
  for (const feature of features)
    for (const { name, handler, controller } of routesOf(feature, modules)) {
      const scope = tokenScopeOf(handler, controller);
      if (scope !== undefined && !ofTokens.includes(scope))
        throw new FeatureError(
          `The feature "${feature.name}" has a wrong value: the holders of the scope ${scope} must include "token", because ${name} takes it from personal access tokens.`,
        );
    }
}
