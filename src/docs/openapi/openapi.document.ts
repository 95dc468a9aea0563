import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
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
  const features = app.get(FeatureSet);
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
  const document = SwaggerModule.createDocument(app, config, { extraModels: [ProblemDto] });
  return completeDocument(documentMetrics(document, features.metrics), features, publicUrl);
}
