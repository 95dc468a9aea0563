import { isDeepStrictEqual } from 'node:util';
import { type INestApplication, Logger } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import {
  DocumentBuilder,
  type OpenAPIObject,
  type SwaggerDocumentOptions,
  SwaggerModule,
} from '@nestjs/swagger';
import { atOnce } from '../../core/background/index.js';
import { ProblemDto } from '../../core/http/index.js';
import { FeatureSet } from '../../core/features/index.js';
import { documentMetrics } from '../../weather/metrics/index.js';
import { completeDocument } from './complete-document.js';

const DESCRIPTION =
  'Forecasts from public weather models, behind your own accounts, clients and API keys. ' +
  'Weather routes accept an API key or an access token. Management routes accept the session cookie set at sign-in, and some also accept ' +
  "a client's own credentials. Times are ISO 8601 in UTC. Errors are `application/problem+json`; see " +
  '[Errors](/docs/errors) for each code, and [Methods](/docs/methods) for how each metric is calculated.';

/** Returns the OpenAPI document of all routes, as a service at the URL serves it. */
export function createOpenApiDocument(app: INestApplication, publicUrl: string): OpenAPIObject {
  return atOnce(composeOpenApiDocument(app, publicUrl));
}

/** The same for `inTurns`: module by module, since all routes take a tenth of a second. */
export function* composeOpenApiDocument(
  app: INestApplication,
  publicUrl: string,
): Generator<undefined, OpenAPIObject> {
  const features = app.get(FeatureSet);
  const config = configOf(features, publicUrl);
  const describe = (options: SwaggerDocumentOptions) =>
    documentMetrics(SwaggerModule.createDocument(app, config, options), features.metrics);
  const modules = [...app.get(ModulesContainer).values()].filter(({ controllers }) => controllers.size > 0);
  const parts: OpenAPIObject[] = [];
  for (const module of new Set(modules.map(({ metatype }) => metatype))) {
    parts.push(describe({ include: [module] }));
    yield;
  }
  // No module has this class.
  parts.push(describe({ include: [ProblemDto], extraModels: [ProblemDto] }));
  return yield* completeDocument(merged(parts), features, publicUrl);
}

function configOf(features: FeatureSet, publicUrl: string): Omit<OpenAPIObject, 'paths'> {
  const builder = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Weather Forecast Service')
    .setDescription(DESCRIPTION)
    .setVersion('1')
    .addServer(publicUrl)
    .setContact('Weather Forecast Service', publicUrl, '')
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .setExternalDoc('Versions and deprecations', `${publicUrl}/docs/versioning`);
  for (const { name, description } of features.tags) builder.addTag(name, description);
  for (const [name, scheme] of Object.entries(features.securitySchemes))
    builder.addSecurity(name, typeof scheme === 'function' ? scheme(publicUrl) : scheme);
  const config = builder.build();
  // The builder writes an empty email if there is none.
  delete config.info.contact?.email;
  return config;
}

function merged(parts: readonly OpenAPIObject[]): OpenAPIObject {
  const paths: OpenAPIObject['paths'] = {};
  const schemas: NonNullable<OpenAPIObject['components']>['schemas'] = {};
  for (const part of parts) {
    for (const [path, item] of Object.entries(part.paths)) paths[path] = { ...paths[path], ...item };
    for (const [name, schema] of Object.entries(part.components?.schemas ?? {})) {
      if (name in schemas && !isDeepStrictEqual(schemas[name], schema))
        Logger.warn(`Different classes are called ${name} in the OpenAPI document`);
      schemas[name] = schema;
    }
  }
  return { ...parts[0], paths, components: { ...parts[0].components, schemas } };
}
