import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { FastifyInstance } from 'fastify';
import { inTurns } from '../core/background/index.js';
import { isHeldAlready } from '../core/http/index.js';
import type { Configuration } from '../core/config/index.js';
import { type DocumentText, jsonText, yamlText } from './openapi/document-texts.js';
import { composeOpenApiDocument } from './openapi/openapi.document.js';

/** Serves `/openapi.json` and `/openapi.yaml`. */
export function serveDocs(app: NestFastifyApplication, configuration: Configuration): void {
  const fastify = app.getHttpAdapter().getInstance();
  let created: Promise<OpenAPIObject> | undefined;
  const document = () => (created ??= inTurns(composeOpenApiDocument(app, configuration.publicUrl)));
  serveDocument(fastify, '/openapi.json', 'application/json; charset=utf-8', async () =>
    jsonText(await document()),
  );
  serveDocument(fastify, '/openapi.yaml', 'text/yaml; charset=utf-8', async () =>
    inTurns(yamlText(await document())),
  );
}

/** Serves a document that is created on the first request. */
function serveDocument(
  fastify: FastifyInstance,
  path: string,
  type: string,
  write: () => Promise<DocumentText>,
): void {
  const lastModified = new Date();
  let written: Promise<DocumentText> | undefined;
  fastify.get(path, { config: { compressedFor: 'everybody' } }, async (request, reply) => {
    const { body, etag } = await (written ??= write());
    // Weak, since it is the same for all content codings.
    reply.headers({
      vary: 'Accept-Encoding',
      etag: `W/${etag}`,
      'last-modified': lastModified.toUTCString(),
      'cache-control': 'no-cache',
    });
    if (!isHeldAlready(request.headers, { etag, lastModified })) return reply.type(type).send(body);
    return reply.status(304).send();
  });
}
