import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { inTurns } from '../core/background/index.js';
import { isHeldAlready, preferredType } from '../core/http/index.js';
import type { Configuration } from '../core/config/index.js';
import { type DocumentText, jsonText, yamlText } from './openapi/document-texts.js';
import { renderPage } from './page.js';
import { composeOpenApiDocument } from './openapi/openapi.document.js';

/** Paths of programs, which always get a problem as JSON. */
const OF_PROGRAMS = /^\/(?:v\d+|open-meteo|mcp|health|metrics|assets|pages|\.well-known)(?:[/?]|$)/;

const NOT_FOUND_PAGE = renderPage({
  path: '/404',
  title: 'Page not found',
  body: `<main class="page">
<h1>Page not found</h1>
<p>Check the address. The page may have been deleted.</p>
<p><a href="/">Go to Overview</a></p>
</main>`,
  readers: 'callers',
});

/** Serves `/openapi.json` and `/openapi.yaml`, and a page to browsers for addresses where nothing is. */
export function serveDocs(app: NestFastifyApplication, configuration: Configuration): void {
  const fastify = app.getHttpAdapter().getInstance();
  fastify.addHook('onSend', (request, reply, payload, done) => {
    if (reply.statusCode !== 404 || request.problem?.code !== 'not_found' || !isForBrowser(request))
      return done(null, payload);
    reply.type('text/html; charset=utf-8').header('vary', 'Accept').removeHeader('content-length');
    done(null, NOT_FOUND_PAGE);
  });
  let created: Promise<OpenAPIObject> | undefined;
  const document = () => (created ??= inTurns(composeOpenApiDocument(app, configuration.publicUrl)));
  serveDocument(fastify, '/openapi.json', 'application/json; charset=utf-8', async () =>
    jsonText(await document()),
  );
  serveDocument(fastify, '/openapi.yaml', 'text/yaml; charset=utf-8', async () =>
    inTurns(yamlText(await document())),
  );
}

function isForBrowser({ url, headers }: FastifyRequest): boolean {
  if (OF_PROGRAMS.test(url)) return false;
  return preferredType(headers.accept, ['application/problem+json', 'text/html']) === 'text/html';
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
