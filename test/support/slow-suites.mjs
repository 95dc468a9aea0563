import { readFileSync } from 'node:fs';

/** How a suite begins that `npm test` leaves out. */
const SLOW = '/** @slow';

/** Processor time of a suite that needs no such line, without that of loading modules. */
const MOST_SECONDS = 5;
/** Processor time of the yardstick on a quiet machine of the kind that the limit was chosen on. */
const YARDSTICK_SECONDS = 0.018;
const TICKS_PER_SECOND = 100;

export function isSlow(path) {
  return readFileSync(path, 'utf8').startsWith(SLOW);
}

/** Processor time of this process and of the processes that it started and that have ended. */
function processorSeconds() {
  const stat = readFileSync('/proc/self/stat', 'utf8');
  const ticks = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15);
  return ticks.reduce((sum, each) => sum + Number(each), 0) / TICKS_PER_SECOND;
}

/** Returns how much slower than that this machine is now. Other work on it slows a processor down, at most to a half. */
function slowness() {
  const list = Array.from({ length: 20_000 }, (_, i) => ({ id: `item-${i}`, value: i / 3 }));
  const text = JSON.stringify(list);
  const seconds = Array.from({ length: 9 }, () => {
    const start = process.cpuUsage();
    for (let i = 0; i < 5; i++) JSON.parse(text);
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1e6;
  });
  const median = seconds.sort((one, other) => one - other)[4];
  return Math.min(2, Math.max(1, median / YARDSTICK_SECONDS));
}

/** Begins to measure a suite. The returned function throws if it has been slow without saying so. */
export function beginMeasuring(path) {
  const startSeconds = processorSeconds();
  return () => {
    const seconds = processorSeconds() - startSeconds;
    if (seconds > MOST_SECONDS && !isSlow(path) && seconds > MOST_SECONDS * slowness())
      throw new Error(
        `This suite took ${seconds.toFixed(1)} s of processor time. Make it quicker, or begin it with ${SLOW} */`,
      );
  };
}
