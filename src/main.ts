#!/usr/bin/env node
import 'reflect-metadata';
import { requireNode } from './boot/node-version.js';
import type { Role } from './boot/role.js';

/** Runs a command. Resolves to the exit status if the process must exit at once. */
type Command = (words: string[]) => Promise<number | void>;

/** Keyed by the first word of the command line. Each command loads only what it needs. */
const COMMANDS: Record<string, () => Promise<Command>> = {
  start: () => serve('all'),
  api: () => serve('api'),
  // Without options, the process follows the schedule; with options, it ingests a single run.
  ingest: async () => {
    const isOneRun = process.argv.length > 3;
    return isOneRun ? (await import('./boot/commands/ingest.command.js')).ingest : serve('ingest');
  },
  migrate: async () => (await import('./boot/commands/migrate.command.js')).migrateDatabase,
  backup: async () => (await import('./boot/commands/backup.command.js')).backUp,
  restore: async () => (await import('./boot/commands/restore.command.js')).restore,
  account: async () => (await import('./boot/commands/account.command.js')).account,
  'migration:create': async () =>
    (await import('./boot/commands/create-migration.command.js')).createMigrations,
  openapi: async () => (await import('./boot/commands/openapi.command.js')).writeOpenApi,
};

const USAGE = `Usage: weather-forecast-service [${Object.keys(COMMANDS).join('|')}] [options]`;

async function serve(role: Role): Promise<Command> {
  // Must come first: OpenTelemetry can only instrument modules loaded after it.
  await import('./core/telemetry/tracing/start-tracing.js');
  const { runService } = await import('./boot/run-service.js');
  const { describeFailure } = await import('./boot/describe-failure.js');
  return async (words) => {
    if (words.length > 0) throw new Error(`Unexpected "${words.join(' ')}".\n${USAGE}`);
    try {
      await runService({ role });
      return 0;
    } catch (error) {
      console.error(describeFailure(error));
      return 1;
    }
  };
}

async function main([name = 'start', ...words]: string[]): Promise<void> {
  requireNode();
  if (name === '--help') return console.log(USAGE);
  if (!Object.hasOwn(COMMANDS, name)) throw new Error(`Unknown command "${name}".\n${USAGE}`);
  const command = await COMMANDS[name]();
  const status = await command(words);
  if (status !== undefined) process.exit(status);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
