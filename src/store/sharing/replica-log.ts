import { type Logger } from 'pino';
import { failureName, OF_ONE_RUN } from './failure-name.js';

/**
 * Logs what a replica does. A repeated failure is logged as a warning only once, so that an outage doesn't flood the
 * log.
 */
export class ReplicaLog {
  private failing: string | undefined;

  constructor(private readonly logger: Pick<Logger, 'debug' | 'info' | 'warn'>) {}

  brought(run: string, store: string, durationMs: number): void {
    this.logger.info(
      { run, store, seconds: Math.round(durationMs / 100) / 10 },
      'Shared model run verified and served',
    );
  }

  letGo(run: string): void {
    this.logger.info({ run }, 'Stopped serving a model run that is no longer shared');
  }

  failed(error: unknown, store: string): void {
    const [name, { message: reason }] = [failureName(error), error as Error];
    const kind = OF_ONE_RUN.includes(name) ? `${name} ${reason}` : name;
    this.logger[this.failing === kind ? 'debug' : 'warn'](
      { error: name, reason, store },
      'Shared model runs could not be fetched; the service keeps serving the runs it has. The same failure is not logged again',
    );
    this.failing = kind;
  }

  succeeded(store: string): void {
    this.logger.info(
      { store, after: this.failing?.split(' ')[0] },
      'The shared run store is reachable again',
    );
    this.failing = undefined;
  }
}
