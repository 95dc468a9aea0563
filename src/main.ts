import './telemetry/tracing/start-tracing.js';
import 'reflect-metadata';
import { createLogger } from './common/logger.js';
import { onStopSignal } from './boot/stop-signals.js';
import { loadConfiguration } from './config/load-configuration.js';
import { loadFeatures } from './features/load-features.js';
import { describeFailure } from './boot/describe-failure.js';
import { checkRole, readRole } from './boot/role.js';
import { startService } from './boot/start-service.js';

/** Serves until the first signal, which also ends a start that is not over yet. */
async function main(): Promise<void> {
  const role = readRole(process.argv.slice(2));
  const configuration = loadConfiguration(process.env);
  checkRole(role, configuration);
  const features = await loadFeatures(configuration.features);
  const logger = createLogger(configuration.logLevel);
  for (const warning of configuration.warnings) logger.warn(warning);
  const running = new AsyncDisposableStack();
  const stopping = new AbortController();
  const stopped = new Promise<void>((resolve) => {
    onStopSignal((signal) => {
      logger.info({ signal }, 'The service is stopping');
      stopping.abort();
      resolve();
    });
  });
  try {
    await startService({ role, configuration, features, logger, running, stopping: stopping.signal });
    await stopped;
  } catch (error) {
    if (!stopping.signal.aborted) throw error;
  } finally {
    await running.disposeAsync();
  }
  process.exit(0);
}

main().catch((error: unknown) => {
  console.error(describeFailure(error));
  process.exit(1);
});
