import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { ProblemDto } from '../../common/problems/problem.dto.js';
import { completeDocument } from './complete-document.js';

/** In the order of the reference. */
const TAGS = {
  Weather:
    'Forecasts for one point or many, and the metrics, codes and model runs behind them. Forecasts need an API key.',
  Accounts: "Registration, your own account, and for administrators everybody else's.",
  Sessions: 'Sign in and out. A session is a cookie that opens the management routes.',
  Clients: 'A client has rate limits, scopes, a secret and API keys.',
  'API keys': 'The credentials that go with each weather request. A key is shown once.',
  Usage: 'Requests over time, the remaining quota, and recent requests.',
  Audit: 'Who changed what, when and from where.',
  Health: 'Health checks and metrics for operators.',
};

const DESCRIPTION =
  'Forecasts from public weather models, behind your own accounts, clients and API keys. ' +
  'Weather routes take an API key. Management routes take the session cookie that signing in sets, and some also take ' +
  "a client's own credentials. Times are ISO 8601 in UTC. Errors are `application/problem+json`; see " +
  '[Errors](/docs/errors) for each code, and [Methods](/docs/methods) for how each metric is worked out.';

/** The OpenAPI document of all routes, as a service at the URL serves it. */
export function createOpenApiDocument(app: INestApplication, publicUrl: string): OpenAPIObject {
  const builder = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Weather Forecast Service')
    .setDescription(DESCRIPTION)
    .setVersion('1')
    .addServer(publicUrl)
    .setContact('Weather Forecast Service', publicUrl, '')
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .setExternalDoc('Versions and deprecations', `${publicUrl}/docs/versioning`);
  for (const [name, description] of Object.entries(TAGS)) builder.addTag(name, description);
  addSecuritySchemes(builder, publicUrl.startsWith('https:') ? '__Host-session' : 'session');
  const config = builder.build();
  // The builder writes an empty address where there is none.
  delete config.info.contact?.email;
  const document = SwaggerModule.createDocument(app, config, { extraModels: [ProblemDto] });
  return completeDocument(document, publicUrl);
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
        description: 'Set by `POST /v1/sessions`: `__Host-session` on https, `session` otherwise.',
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
        bearerFormat: 'opaque',
        description: 'The `METRICS_TOKEN` of the service.',
      },
      'metricsToken',
    );
}
