import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type LoadOrder } from './load.js';
import { processorNs } from './processor-time.js';

/** A benchmark's server in a separate process. */
export interface Server {
  process: ChildProcess;
  url: string;
}

export interface Measured {
  answered: number;
  requestsPerSecond: number;
  /** CPU time of the server's process per request; NaN if the system doesn't report it. */
  cpuMicroseconds: number;
}

/** Starts a program of this folder. `BENCH_PROFILE` names one to profile and its parameter, such as `servicekeyed`. */
export function startProgram(
  file: string,
  parameters: string[],
  environment: NodeJS.ProcessEnv = {},
): ChildProcess {
  const isProfiled = process.env.BENCH_PROFILE === file.replace('.ts', parameters[0] ?? '');
  return fork(join(import.meta.dirname, file), parameters, {
    env: { ...process.env, ...environment },
    execArgv: [...process.execArgv, ...(isProfiled ? ['--cpu-prof'] : [])],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}

/** Resolves once the program reports its URL. */
export async function listening(child: ChildProcess): Promise<Server> {
  const [message] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`It ended with ${code}.`))),
  ])) as [{ url: string }];
  return { process: child, url: message.url };
}

export async function stopProgram(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.send('stop');
  await ended;
}

/** Measures one round: the load process sends requests to the server, which may be this process. */
export async function measure(
  load: ChildProcess,
  server: { process: { pid?: number }; url: string },
  order: Omit<LoadOrder, 'port'>,
): Promise<Measured> {
  const before = processorNs(server.process.pid!);
  load.send({ port: Number(new URL(server.url).port), ...order } satisfies LoadOrder);
  const [{ answered, seconds }] = (await once(load, 'message')) as [{ answered: number; seconds: number }];
  const ranNs = processorNs(server.process.pid!) - before;
  return { answered, requestsPerSecond: answered / seconds, cpuMicroseconds: ranNs / 1000 / answered };
}
