import { get, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AttackedService } from './attacked-service.js';

const CLIENTS = 20;
const ROUNDS = 5;
/** A client's default limit per second. */
const AT_ONCE = 10;
const MIB = 2 ** 20;
const MOST_BYTES = 100 * MIB;

/** Twenty clients hold a thousand event streams open. */
export async function attack(service: AttackedService, seconds: number): Promise<string> {
  const keys = await service.keys(CLIENTS);
  // Lets the service first allocate what it needs to serve the witness.
  await sleep(seconds * 1_000);
  const beforeBytes = service.residentBytes;
  const streams: IncomingMessage[] = [];
  for (let i = 0; i < ROUNDS; i++) {
    const opened = keys.flatMap((apikey) =>
      Array.from({ length: AT_ONCE }, () => open(service.port, apikey)),
    );
    streams.push(...(await Promise.all(opened)));
    await sleep(1_200);
  }
  await sleep(seconds * 1_000);
  const bytes = service.residentBytes - beforeBytes;
  const held = streams.filter(({ statusCode, destroyed }) => statusCode === 200 && !destroyed).length;
  for (const stream of streams) stream.destroy();
  const summary = `${held} streams held with ${Math.round(bytes / MIB)} MB`;
  if (held < CLIENTS * ROUNDS * AT_ONCE || bytes > MOST_BYTES) throw new Error(summary);
  return summary;
}

async function open(port: number, apikey: string): Promise<IncomingMessage> {
  const request = get({ port, path: '/v1/events', headers: { apikey }, agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return response.resume().on('error', () => undefined);
}
