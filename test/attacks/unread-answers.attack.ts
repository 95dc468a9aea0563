import { setTimeout as sleep } from 'node:timers/promises';
import type { AttackedService } from './attacked-service.js';
import { HeldConnections } from './held-connections.js';
import { everyMinute } from './minutes.js';

const EVERY_MS = 100;

/** One key requests every minute of 16 days, ten times a second, and never reads a response. */
export async function attack(service: AttackedService, seconds: number): Promise<string> {
  const [key] = await service.keys(1);
  using connections = new HeldConnections(service.port);
  const endMs = performance.now() + seconds * 1000;
  for (let i = 0; performance.now() < endMs && service.isRunning; i++) {
    connections.send(everyMinute((i * 0.07) % 80), `apikey: ${key}\r\n`);
    await sleep(EVERY_MS);
  }
  return `${connections.count} connections left, ${connections.closed} closed by the service`;
}
