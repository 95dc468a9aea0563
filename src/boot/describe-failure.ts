import { DriverException } from '@mikro-orm/core';
import { DatabaseError } from 'pg';
import { DataDirectoryError } from '../core/common/index.js';
import {
  AbsentFeatureError,
  DatabaseUnreachableError,
  EmbeddedPostgresError,
  NewerSchemaError,
  OlderSchemaError,
  driverMessage,
  isDatabaseAway,
} from '../core/database/index.js';
import { KeySecretError } from '../core/secrets/index.js';
import { LockTakenError } from '../core/locks/index.js';
import { ConfigurationError } from '../core/config/index.js';
import { FeatureError } from '../core/features/index.js';

const EXPLAINED = [
  ConfigurationError,
  DatabaseUnreachableError,
  DataDirectoryError,
  EmbeddedPostgresError,
  KeySecretError,
  FeatureError,
  NewerSchemaError,
  OlderSchemaError,
  AbsentFeatureError,
];

/** Explains to the operator why the service doesn't start. */
export function describeFailure(error: unknown): string {
  if (error instanceof Error && EXPLAINED.some((kind) => error instanceof kind)) return error.message;
  if (error instanceof LockTakenError) {
    return `Another service is using this data directory: ${error.message}. Set DATA_DIR to a different one, or stop that service.`;
  }
  const { code, message, path } = error as NodeJS.ErrnoException;
  if (error instanceof DriverException || error instanceof DatabaseError || isDatabaseAway(error)) {
    return `The database refused a statement at startup: ${driverMessage(error as Error)}. Check the server in DATABASE_URL and its user's permissions.`;
  }
  if (code !== undefined && path !== undefined) return `Can't use DATA_DIR: ${message}.`;
  if (code === 'EADDRINUSE') return `The port is in use: ${message}. Set PORT to a different one.`;
  return `The service can't start: ${error instanceof Error ? (error.stack ?? message) : String(error)}`;
}
