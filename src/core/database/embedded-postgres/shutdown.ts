import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { locateBinaries } from './binaries.js';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';
import { isRunning, postgresProcessesIn } from './process-table.js';

const POLL_MS = 10;

const STAGES = [
  // Fast: disconnects clients and writes everything.
  { signal: 'INT', patienceMs: 30_000 },
  // Immediate: the next start recovers from the write-ahead log.
  { signal: 'QUIT', patienceMs: 10_000 },
  { signal: 'KILL', patienceMs: 5_000 },
] as const;

/** Stops the server and waits for it to exit, escalating if it doesn't. */
export async function shutDown(pid: number): Promise<void> {
  for (const { signal, patienceMs } of STAGES) {
    await send(signal, pid);
    const deadlineMs = performance.now() + patienceMs;
    while (isRunning(pid)) {
      if (performance.now() > deadlineMs) break;
      await sleep(POLL_MS);
    }
    if (!isRunning(pid)) return;
  }
  throw new EmbeddedPostgresError(`The embedded PostgreSQL (process ${pid}) doesn't stop.`);
}

/**
 * Kills what a killed server left running in its data directory. Crash recovery handles this like the kill of the
 * server.
 */
export function killOrphans(dataDirectory: string): void {
  for (const pid of postgresProcessesIn(dataDirectory)) {
    if (isRunning(pid)) process.kill(pid, 'SIGKILL');
  }
}

async function send(signal: (typeof STAGES)[number]['signal'], pid: number): Promise<void> {
  try {
    // Windows has no signals: PostgreSQL emulates them.
    if (process.platform === 'win32')
      await promisify(execFile)(locateBinaries().pgCtl, ['kill', signal, String(pid)]);
    else process.kill(pid, `SIG${signal}`);
  } catch (error) {
    if (!isRunning(pid)) return;
    throw new EmbeddedPostgresError(`Can't stop the embedded PostgreSQL (process ${pid}).`, {
      cause: error,
    });
  }
}
