import type { Logger } from 'pino';
import type { Configuration } from '../core/config/index.js';
import type { FeatureSet } from '../core/features/index.js';
import type { Role } from './role.js';

/** Passed to every step of the start. */
export interface ServiceStart {
  readonly role: Role;
  readonly configuration: Configuration;
  readonly features: FeatureSet;
  readonly logger: Logger;
  /** Each step adds the clean-up for what it started. Disposal stops everything in reverse order. */
  readonly running: AsyncDisposableStack;
  /** Aborted by the first stop signal, which also aborts an incomplete start. */
  readonly stopping: AbortSignal;
}
