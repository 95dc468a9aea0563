import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { SwaggerModule } from '@nestjs/swagger';
import { compressPages } from '../common/http/compressed-pages.js';
import type { Configuration } from '../config/configuration.js';
import { createOpenApiDocument } from './openapi/openapi.document.js';

const SWAGGER_UI_DIRECTORY = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const SWAGGER_UI_FILES = /^\/(swagger-ui\.css|swagger-ui-bundle\.js|favicon-32x32\.png)$/;

const PAGES = /^\/(docs(\/.*)?|openapi\.(json|yaml))$/;

/** `/openapi.json`, `/openapi.yaml`, and Swagger UI's files for the page at `/docs`. */
export async function serveDocs(app: NestFastifyApplication, configuration: Configuration): Promise<void> {
  compressPages(app.getHttpAdapter().getInstance(), PAGES);
  SwaggerModule.setup('/', app, createOpenApiDocument(app, configuration.publicUrl), {
    ui: false,
    raw: ['json', 'yaml'],
    jsonDocumentUrl: '/openapi.json',
    yamlDocumentUrl: '/openapi.yaml',
  });
  await app.register(fastifyStatic, {
    root: SWAGGER_UI_DIRECTORY,
    prefix: '/docs/assets/',
    index: false,
    decorateReply: false,
    allowedPath: (path) => SWAGGER_UI_FILES.test(path),
    maxAge: '1h',
  });
}
