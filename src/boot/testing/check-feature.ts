import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Feature, FeatureError, routeNamesOf } from '../../core/features/index.js';
import { undescribedRoutes } from '../../docs/index.js';
import { documentOf } from '../features/document-of.js';
import { loadApplication } from '../features/load-features.js';

/**
 * Checks a feature as the start does, without a database, and that each of its routes describes its response.
 * @param environment settings that it requires
 * @throws FeatureError; ConfigurationError
 */
export async function checkFeature(feature: Feature, environment: NodeJS.ProcessEnv = {}): Promise<void> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'weather-forecast-service-'));
  try {
    const settings = { ...environment, DATA_DIR: dataDirectory };
    const { configuration, features } = await loadApplication(settings, [feature]);
    const own = new Set(routeNamesOf(feature));
    const undescribed = undescribedRoutes(await documentOf(configuration, features)).filter((route) =>
      own.has(route.replaceAll(/\{\w+\}/g, ':')),
    );
    if (undescribed.length > 0)
      throw new FeatureError(
        `The feature "${feature.name}" has routes without a response schema: ${undescribed.join(', ')}. Add ` +
          '@ApiOkResponse({ type }) of @nestjs/swagger.',
      );
  } finally {
    await rm(dataDirectory, { recursive: true, force: true });
  }
}
