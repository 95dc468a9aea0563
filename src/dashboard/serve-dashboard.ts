import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DashboardPagesService } from './dashboard-pages.service.js';

/** Output of `npm run build` for `web/`. The relative path is the same from `src` and from the compiled code. */
const WEB_DIRECTORY = fileURLToPath(new URL('../../dist/web', import.meta.url));

const PAGE_FILE = join(WEB_DIRECTORY, 'index.html');

/** Such as `index-Bq3fZk1x.js`, whose name changes with its content. */
const HASHED_NAME = /-[\w-]{8}\./;

/** Serves the page at each of its paths, and its scripts, styles and icon. */
export async function serveDashboard(app: NestFastifyApplication): Promise<void> {
  const fastify = app.getHttpAdapter().getInstance();
  const { paths, scripts } = app.get(DashboardPagesService);
  for (const path of paths) {
    // Read per request: a build while the service runs replaces the page and the assets that it references.
    fastify.get(path, async (_request, reply) =>
      reply
        .header('cache-control', 'no-cache')
        .type('text/html; charset=utf-8')
        .send(await readFile(PAGE_FILE)),
    );
  }
  for (const [path, script] of scripts) {
    fastify.get(path, (_request, reply) =>
      reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        .type('text/javascript; charset=utf-8')
        .send(script),
    );
  }
  await app.register(fastifyStatic, {
    root: join(WEB_DIRECTORY, 'assets'),
    prefix: '/assets/',
    index: false,
    decorateReply: false,
    preCompressed: true,
    immutable: true,
    maxAge: '1y',
    setHeaders: (reply, path) => {
      if (!HASHED_NAME.test(basename(path))) reply.header('cache-control', 'public, max-age=3600');
    },
  });
}
