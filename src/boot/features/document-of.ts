import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { OpenAPIObject } from '@nestjs/swagger';
import { AppModule } from '../../app.module.js';
import type { Configuration } from '../../core/config/index.js';
import type { FeatureSet } from '../../core/features/index.js';
import { createOpenApiDocument } from '../../docs/index.js';

/**
 * Returns the OpenAPI document of an application that is neither initialized nor closed, because features may need a
 * database for that.
 */
export async function documentOf(configuration: Configuration, features: FeatureSet): Promise<OpenAPIObject> {
  const app = await NestFactory.create(
    AppModule.forRoot(configuration, { hosts: [], dbName: 'none' }, features),
    new FastifyAdapter(),
    { logger: false, abortOnError: false },
  );
  return createOpenApiDocument(app, configuration.publicUrl);
}
