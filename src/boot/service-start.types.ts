import type { Logger } from 'pino';
import type { Configuration } from '../config/configuration.js';
import type { FeatureSet } from '../features/feature-set.js';
import type { Role } from './role.js';

/** What every step of a start is given. */
export interface ServiceStart {
  readonly role: Role;
  readonly configuration: Configuration;
  readonly features: FeatureSet;
  readonly logger: Logger;
  /** What was started is pushed on it; it stops everything in the opposite order. */
  readonly running: AsyncDisposableStack;
  /** Aborted by the first signal, which also ends a start that is not over yet. */
  readonly stopping: AbortSignal;
}
