import { createLogger } from '../core/telemetry/index.js';
import 'reflect-metadata';
import type { Feature } from '../core/features/index.js';
import { loadApplication } from './features/load-features.js';
import { checkRole, type Role } from './role.js';
import { startService } from './start-service.js';
import { onStopSignal } from './stop-signals.js';

export interface RunOptions {
  /** What the process does; by default everything. */
  role?: Role;
  /** Added to those named by `FEATURES`. */
  features?: readonly Feature[];
  /** The settings; by default the process's environment variables. */
  environment?: NodeJS.ProcessEnv;
}

/**
 * Runs the service until the first SIGTERM or SIGINT, which also aborts an incomplete start.
 * @throws Error if it can't start
 */
export async function runService({
  role = 'all',
  features: given = [],
  environment = process.env,
}: RunOptions = {}): Promise<void> {
  const { configuration, features } = await loadApplication(environment, given);
  checkRole(role, configuration);
  const logger = createLogger(configuration.logLevel);
  for (const warning of configuration.warnings) logger.warn(warning);
  const running = new AsyncDisposableStack();
  const stopping = new AbortController();
  const stopped = Promise.withResolvers<void>();
  const ignoreSignals = onStopSignal((signal) => {
    logger.info({ signal }, 'The service is stopping');
    stopping.abort();
    stopped.resolve();
  });
  running.defer(ignoreSignals);
  try {
    await startService({ role, configuration, features, logger, running, stopping: stopping.signal });
    await stopped.promise;
  } catch (error) {
    if (!stopping.signal.aborted) throw error;
  } finally {
    await running.disposeAsync();
  }
}
