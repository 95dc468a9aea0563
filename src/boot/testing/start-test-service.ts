import { createLogger } from '../../core/telemetry/index.js';
import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startService } from '../start-service.js';
import type { Feature } from '../../core/features/index.js';
import { loadApplication } from '../features/load-features.js';
import { publishSampleRun } from './sample-run.js';
import { TestSession } from './test-session.js';

export interface TestServiceOptions {
  features?: readonly Feature[];
  /**
   * Settings by name, except `HOST` and `PORT`. Without `DATABASE_URL`, the service starts its own embedded PostgreSQL.
   */
  environment?: NodeJS.ProcessEnv;
}

/** A running service with its own data, which is deleted when it stops. Data written to your database stays. */
export interface TestService {
  /** Without a trailing slash. */
  readonly url: string;
  /** Creates an account and signs it in. The first one is the administrator. */
  signIn(): Promise<TestSession>;
  /** Creates an API key for a new account. Without scopes, it has the default scopes of new keys. */
  createKey(scopes?: readonly string[]): Promise<string>;
  /** Publishes a model run of made-up values, from the last hour to five days ahead. */
  ingestSample(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the complete service on a free port of the loopback address. */
export async function startTestService({
  features: given = [],
  environment = {},
}: TestServiceOptions = {}): Promise<TestService> {
  const running = new AsyncDisposableStack();
  try {
    const dataDirectory = await mkdtemp(join(tmpdir(), 'weather-forecast-service-'));
    running.defer(() => rm(dataDirectory, { recursive: true, force: true }));
    const url = await start(dataDirectory, given, environment, running);
    let sessions = 0;
    const signIn = () => {
      sessions += 1;
      const address = `198.18.${sessions >> 8}.${sessions & 255}`;
      return TestSession.begin(url, `tester-${randomUUID()}@example.com`, address);
    };
    return {
      url,
      signIn,
      createKey: async (scopes) => (await signIn()).createKey(scopes),
      ingestSample: () => publishSampleRun(dataDirectory),
      stop: () => running.disposeAsync(),
    };
  } catch (error) {
    await running.disposeAsync();
    throw error;
  }
}

async function start(
  dataDirectory: string,
  given: readonly Feature[],
  environment: NodeJS.ProcessEnv,
  running: AsyncDisposableStack,
): Promise<string> {
  const port = String(await freePort());
  const settings = {
    DATA_DIR: dataDirectory,
    INGEST_SCHEDULE: 'off',
    LOG_LEVEL: 'error',
    // Each session comes from a separate address, so that no rate limit applies to their number.
    TRUSTED_PROXIES: '127.0.0.1',
    ...environment,
    PORT: port,
    HOST: '127.0.0.1',
  };
  const { configuration, features } = await loadApplication(settings, given);
  await startService({
    role: 'all',
    configuration,
    features,
    logger: createLogger(configuration.logLevel),
    running,
    stopping: new AbortController().signal,
  });
  return `http://127.0.0.1:${port}`;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
