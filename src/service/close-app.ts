import type { NestFastifyApplication } from '@nestjs/platform-fastify';

/** For requests that are being answered when the service stops. */
const DRAIN_MS = 5_000;

/** A request that never ends, or never arrives whole, does not keep the service from stopping. */
export async function closeApp(app: NestFastifyApplication): Promise<void> {
  const server = app.getHttpServer();
  const timer = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await app.close();
  clearTimeout(timer);
}
