import { type Logger } from 'pino';
import { failureName, OF_ONE_RUN } from './failure-name.js';

/** What a replica says in the service's log. A failure that repeats is said once, so that an outage floods nothing. */
export class ReplicaLog {
  private failing: string | undefined;

  constructor(private readonly logger: Pick<Logger, 'debug' | 'info' | 'warn'>) {}

  brought(run: string, store: string, durationMs: number): void {
    this.logger.info(
      { run, store, seconds: Math.round(durationMs / 100) / 10 },
      'A shared model run is verified and served',
    );
  }

  letGo(run: string): void {
    this.logger.info({ run }, 'A model run that is shared no more was let go of');
  }

  failed(error: unknown, store: string): void {
    const [name, { message: reason }] = [failureName(error), error as Error];
    const kind = OF_ONE_RUN.includes(name) ? `${name} ${reason}` : name;
    this.logger[this.failing === kind ? 'debug' : 'warn'](
      { error: name, reason, store },
      'Shared model runs could not be had; the service goes on with what is here. The same failure is not logged again',
    );
    this.failing = kind;
  }

  succeeded(store: string): void {
    this.logger.info({ store, after: this.failing?.split(' ')[0] }, 'Shared model runs can be had again');
    this.failing = undefined;
  }
}
