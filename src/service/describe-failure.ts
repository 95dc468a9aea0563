import { DriverException } from '@mikro-orm/core';
import { DatabaseError } from 'pg';
import { DataDirectoryError } from '../common/data-directory.js';
import { isDatabaseAway } from '../common/database-away.js';
import { DatabaseUnreachableError } from '../common/database-unreachable-error.js';
import { KeySecretError } from '../common/secrets/key-secret-error.js';
import { LockTakenError } from '../common/lock-taken-error.js';
import { ConfigurationError } from '../config/configuration-error.js';
import { EmbeddedPostgresError } from '../database/embedded-postgres/embedded-postgres-error.js';
import { NewerSchemaError } from '../database/newer-schema-error.js';
import { RoleError } from './role.js';

const EXPLAINED = [
  ConfigurationError,
  DatabaseUnreachableError,
  DataDirectoryError,
  EmbeddedPostgresError,
  KeySecretError,
  NewerSchemaError,
  RoleError,
];

/** Why the service does not start, for its operator. */
export function describeFailure(error: unknown): string {
  if (error instanceof Error && EXPLAINED.some((kind) => error instanceof kind)) return error.message;
  if (error instanceof LockTakenError) {
    return `Another service runs on this data directory: ${error.message}. Set DATA_DIR to another one, or stop that service.`;
  }
  const { code, message, path } = error as NodeJS.ErrnoException;
  if (error instanceof DriverException || error instanceof DatabaseError || isDatabaseAway(error)) {
    return `The database refuses what the start needs: ${lastLine(message)}. Check the server that DATABASE_URL names, and its user's rights.`;
  }
  if (code !== undefined && path !== undefined) return `DATA_DIR cannot be used: ${message}.`;
  if (code === 'EADDRINUSE') return `The port is taken: ${message}. Set PORT to another one.`;
  return `The service cannot start: ${error instanceof Error ? (error.stack ?? message) : String(error)}`;
}

/** The ORM puts the statement before it. */
function lastLine(message: string): string {
  return message.trim().split('\n').at(-1)?.split(' - ').at(-1) ?? message;
}
