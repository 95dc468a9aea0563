import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { ProblemDto } from '../../http/problems/problem.dto.js';
import { FeatureSet } from '../../features/feature-set.js';
import { documentMetrics } from '../../metrics/documented-metrics.js';
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
  addSecuritySchemes(builder, publicUrl.startsWith('https:') ? '__Host-session' : 'session');
  const config = builder.build();
  // The builder writes an empty email if there is none.
  delete config.info.contact?.email;
  const document = SwaggerModule.createDocument(app, config, { extraModels: [ProblemDto] });
  return completeDocument(documentMetrics(document, features.metrics), features, publicUrl);
}

function addSecuritySchemes(builder: DocumentBuilder, cookie: string): void {
  builder
    .addApiKey(
      {
        type: 'apiKey',
        in: 'header',
        name: 'apikey',
        description: 'An API key. Prefer the header: it keeps the key out of logs and browser histories.',
      },
      'apiKeyHeader',
    )
    .addApiKey(
      {
        type: 'apiKey',
        in: 'query',
        name: 'apikey',
        description: 'An API key in the query, for programs that can only set a URL.',
      },
      'apiKeyQuery',
    )
    .addCookieAuth(
      cookie,
      {
        type: 'apiKey',
        in: 'cookie',
        name: cookie,
        description: 'Set by signing in: `__Host-session` on https, `session` otherwise.',
      },
      'session',
    )
    .addBasicAuth(
      { type: 'http', scheme: 'basic', description: 'The `client_id` and `client_secret` of a client.' },
      'clientCredentials',
    )
    .addBearerAuth(
      {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'JWT',
        description: 'An access token of a client (OAuth 2.0 client credentials).',
      },
      'accessToken',
    )
    .addBearerAuth(
      {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'opaque',
        description: 'A personal access token of an account. The operation lists the scope that it needs.',
      },
      'personalAccessToken',
    )
    .addBearerAuth(
      {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'opaque',
        description: 'The `METRICS_TOKEN` of the service.',
      },
      'metricsToken',
    );
}
