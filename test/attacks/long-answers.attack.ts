import { setTimeout as sleep } from 'node:timers/promises';
import { ask } from '../soak/ask.js';
import type { AttackedService } from './attacked-service.js';
import { everyMinute } from './minutes.js';

const CLIENTS = 19;
const AT_ONCE_EACH = 10;
const STATUSES = [200, 429, 503];
const TAIL = 100;

/**
 * The clients of one member, at their default limits, keep requesting every minute of 16 days, 190 requests at once.
 */
export async function attack(service: AttackedService, seconds: number): Promise<string> {
  const keys = await service.keys(CLIENTS);
  const counts = new Map<number, number>();
  const pending: Promise<void>[] = [];
  const askOnce = async (apikey: string, i: number): Promise<void> => {
    const { status, body } = await ask(service.port, { path: everyMinute(i % 80), headers: { apikey } });
    counts.set(status, (counts.get(status) ?? 0) + 1);
    if (!STATUSES.includes(status)) throw new Error(`${status}: ${body.slice(0, TAIL)}`);
    if (status === 503 && !body.includes('"overloaded"')) throw new Error(body);
    if (status === 200 && !/"meta":.*\}$/.test(body.slice(-2_000)))
      throw new Error(`Cut: ${body.slice(-TAIL)}`);
  };
  for (let second = 0; second < seconds && service.isRunning; second++) {
    for (let i = 0; i < AT_ONCE_EACH; i++)
      for (const [k, key] of keys.entries()) pending.push(askOnce(key, second * 200 + i * 20 + k));
    await sleep(1_000);
  }
  await Promise.all(pending);
  return [...counts].map(([status, count]) => `${count} times ${status}`).join(', ');
}
