import { existsSync } from 'node:fs';

const LIBRARIES = ['x86_64', 'aarch64'].map(
  (machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`,
);

/** Environment of a process whose clock is off; undefined, with a message, without Debian's libfaketime. */
export function falseClock(seconds: number): Record<string, string> | undefined {
  const library = LIBRARIES.find((path) => existsSync(path));
  if (library !== undefined)
    return {
      LD_PRELOAD: library,
      FAKETIME: `${seconds > 0 ? '+' : ''}${seconds}s`,
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    };
  console.log('Skipped: no clock goes wrong, as libfaketime is not installed.');
  return undefined;
}
