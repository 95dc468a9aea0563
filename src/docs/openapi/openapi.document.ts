import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { ProblemDto } from '../../common/problems/problem.dto.js';
import { completeDocument } from './complete-document.js';

/** In the order of the reference. */
const TAGS = {
  Weather: 'Forecasts for a point or for many, and what they are made of. Forecasts take an API key.',
  Accounts: 'Who may use the service: registration, the own account, and for administrators everybody else.',
  Sessions: 'Signing in and out. A session is a cookie, and opens the management routes.',
  Clients: 'A client is an application: it has rate limits, scopes, a secret, and API keys.',
  'API keys': 'What an application sends with each request for weather. A key is shown once.',
  Usage: 'What was asked and answered, what is left of the limits, and the recent requests.',
  Audit: 'Who changed what, when and from where.',
  Health: 'For whoever runs the service.',
};

const DESCRIPTION =
  'Forecasts from public weather models, behind your own accounts, clients and API keys. ' +
  'Weather routes take an API key; management routes take the session cookie that signing in sets, and some of them ' +
  "a client's own credentials. Times are ISO 8601 in UTC. Errors are `application/problem+json`, and " +
  '[a page](/docs/errors) explains each code. The [methods](/docs/methods) say how each metric is worked out.';

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
    .setExternalDoc('How versions and deprecations go', `${publicUrl}/docs/versioning`);
  for (const [name, description] of Object.entries(TAGS)) builder.addTag(name, description);
  addSecuritySchemes(builder, publicUrl.startsWith('https:') ? '__Host-session' : 'session');
  const document = SwaggerModule.createDocument(app, builder.build(), { extraModels: [ProblemDto] });
  return completeDocument(document, publicUrl);
}

function addSecuritySchemes(builder: DocumentBuilder, cookie: string): void {
  builder
    .addApiKey(
      { type: 'apiKey', in: 'header', name: 'apikey', description: 'An API key, which no log keeps.' },
      'apiKeyHeader',
    )
    .addApiKey(
      { type: 'apiKey', in: 'query', name: 'apikey', description: 'The same, for what can only send a URL.' },
      'apiKeyQuery',
    )
    .addCookieAuth(
      cookie,
      {
        type: 'apiKey',
        in: 'cookie',
        name: cookie,
        description:
          'Set by `POST /v1/sessions`: `__Host-session` where the service is reached by https, else `session`.',
      },
      'session',
    )
    .addBasicAuth(
      { type: 'http', scheme: 'basic', description: 'The `client_id` and `client_secret` of a client.' },
      'clientCredentials',
    )
    .addBearerAuth(
      { type: 'http', scheme: 'bearer', description: 'The `METRICS_TOKEN` of the service.' },
      'metricsToken',
    );
}
