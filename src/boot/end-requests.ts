import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DrainingService } from '../health/draining.service.js';

/** For a balancer to hear that the process is not ready any more, and to send its requests elsewhere. */
const NOTICE_MS = 5_000;
/** A request that takes longer, or never arrives whole, does not keep the service from stopping. */
const IN_FLIGHT_MS = 8_000;
const LOOK_MS = 50;

/**
 * Lets no request fail because the process stops: it says that it is not ready, answers what still comes and closes
 * each connection with its answer, and then finishes what it has begun. Where nobody watches, nobody needs notice.
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
  // Some were told before that they stay open.
  const idle = setInterval(() => server.closeIdleConnections(), LOOK_MS);
  await closed;
  clearTimeout(late);
  clearInterval(idle);
}
