import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';

/** The OpenAPI document of all routes. */
export function createOpenApiDocument(app: INestApplication, publicUrl: string): OpenAPIObject {
  const builder = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Weather Forecast Service')
    .setDescription(
      'Forecasts from public weather models, behind your own accounts, clients and API keys. ' +
        'Weather routes take an API key; management routes take the session cookie that signing in sets. ' +
        'Times are ISO 8601 in UTC. Errors are `application/problem+json`, and `/docs/errors` explains each code. ' +
        'The [methods](/docs/methods) say how each metric is worked out.',
    )
    .setVersion('1')
    .addServer(publicUrl)
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addApiKey({ type: 'apiKey', in: 'header', name: 'apikey' }, 'apiKeyHeader')
    .addApiKey({ type: 'apiKey', in: 'query', name: 'apikey' }, 'apiKeyQuery')
    .addCookieAuth(
      'session',
      { type: 'apiKey', in: 'cookie', name: 'session', description: '`__Host-session` over https.' },
      'session',
    )
    .addBasicAuth(
      { type: 'http', scheme: 'basic', description: 'The `client_id` and `client_secret` of a client.' },
      'clientCredentials',
    )
    .build();
  return SwaggerModule.createDocument(app, builder);
}
