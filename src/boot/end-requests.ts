import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DrainingService } from './health/draining.service.js';

/** Time for a load balancer to notice that the process is no longer ready, and to route requests elsewhere. */
const NOTICE_MS = 5_000;
/** Requests that take longer, or never arrive completely, don't delay shutdown. */
const IN_FLIGHT_MS = 8_000;
const LOOK_MS = 50;

/**
 * Shuts down without failing requests: reports not ready, serves what still arrives, closes each connection after its
 * response, then waits for requests in flight. Skips the notice period if no load balancer is watching.
 */
export async function endRequests(app: NestFastifyApplication, isWatched: boolean): Promise<void> {
  const server = app.getHttpServer();
  app.get(DrainingService).begin();
  server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
    response.shouldKeepAlive = false;
  });
  if (isWatched) await sleep(NOTICE_MS);
  await close(server);
}

async function close(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, 'close');
  server.close();
  const late = setTimeout(() => server.closeAllConnections(), IN_FLIGHT_MS);
  // Some responses before the shutdown promised keep-alive.
  const idle = setInterval(() => server.closeIdleConnections(), LOOK_MS);
  await closed;
  clearTimeout(late);
  clearInterval(idle);
}
