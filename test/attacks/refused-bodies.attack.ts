import { setTimeout as sleep } from 'node:timers/promises';
import { ask } from '../soak/ask.js';
import type { AttackedService } from './attacked-service.js';

const JOBS = '/v1/weather/jobs';
const ANONYMOUS_AT_ONCE = 16;
const EVERY_MS = 100;
const UNKNOWN_PLACES = JSON.stringify({
  locations: Array.from({ length: 10_000 }, (_, i) => ({ place: `qqqq${i}` })),
});
/** All but the last location are valid, so all of them are checked. */
const LAST_FAULTY = JSON.stringify({
  locations: [...Array.from({ length: 9_999 }, (_, i) => ({ lat: i / 200, lon: i / 100 })), {}],
});
const BLANKS = ' '.repeat(1.9 * 2 ** 20);

/** A member's key, and callers without one, send bodies as large as a job may have, all of which are refused. */
export async function attack(service: AttackedService, seconds: number): Promise<string> {
  const [key] = await service.keys(1);
  const counts = new Map<string, number>();
  const endMs = performance.now() + seconds * 1000;
  const isOver = () => performance.now() >= endMs || !service.isRunning;
  const send = async (who: string, body: string, apikey?: string) => {
    const headers = { 'content-type': 'application/json', ...(apikey !== undefined && { apikey }) };
    const { status } = await ask(service.port, { method: 'POST', path: JOBS, headers, body });
    const what = `${who} ${status}`;
    counts.set(what, (counts.get(what) ?? 0) + 1);
    if (status < 400) throw new Error(what);
  };
  const anonymous = Array.from({ length: ANONYMOUS_AT_ONCE }, async () => {
    while (!isOver()) await send('without a key', BLANKS);
  });
  const pending: Promise<void>[] = [];
  for (let i = 0; !isOver(); i++) {
    pending.push(send('with a key', i % 2 === 0 ? UNKNOWN_PLACES : LAST_FAULTY, key));
    await sleep(EVERY_MS);
  }
  await Promise.all([...anonymous, ...pending]);
  return [...counts].map(([what, count]) => `${count} times ${what}`).join(', ');
}
