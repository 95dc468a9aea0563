import { KeySecretError } from '../common/secrets/key-secret-error.js';
import { LockTakenError } from '../common/lock-taken-error.js';
import { ConfigurationError } from '../config/configuration-error.js';
import { EmbeddedPostgresError } from '../database/embedded-postgres/embedded-postgres-error.js';
import { NewerSchemaError } from '../database/newer-schema-error.js';
import { RoleError } from './role.js';

const EXPLAINED = [ConfigurationError, EmbeddedPostgresError, KeySecretError, NewerSchemaError, RoleError];

/** Why the service does not start, for its operator. */
export function describeFailure(error: unknown): string {
  if (error instanceof Error && EXPLAINED.some((kind) => error instanceof kind)) return error.message;
  if (error instanceof LockTakenError) {
    return `Another service runs on this data directory: ${error.message}. Set DATA_DIR to another one, or stop that service.`;
  }
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return `The port is taken: ${message}. Set PORT to another one.`;
  return `The service cannot start: ${error instanceof Error ? (error.stack ?? message) : String(error)}`;
}
