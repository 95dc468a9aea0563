import { execFile } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';

/** The user `nobody`. */
const UNPRIVILEGED_ID = 65534;

/** A command prefix for PostgreSQL's programs, which refuse to run as root. */
export type CommandPrefix = readonly string[];

interface Candidate {
  prefix: CommandPrefix;
  /** Succeeds if the program can run with this prefix and write to the data directory. */
  trial: readonly string[];
}

/**
 * Returns the prefix that lets `program` work on `dataDirectory`, whose parent exists. Empty unless this user is root.
 */
export async function findUnprivilegedPrefix(program: string, dataDirectory: string): Promise<CommandPrefix> {
  if (process.getuid?.() !== 0) return [];
  for (const { prefix, trial } of process.platform === 'linux' ? candidates(program, dataDirectory) : []) {
    if (await succeeds([...prefix, ...trial])) return prefix;
  }
  throw new EmbeddedPostgresError(
    "PostgreSQL doesn't run as root, and this system has no way to run it as another user. Start it as an ordinary user.",
  );
}

function candidates(program: string, dataDirectory: string): Candidate[] {
  const isPresent = existsSync(dataDirectory);
  const owner = isPresent ? statSync(dataDirectory).uid : 0;
  const id = owner === 0 ? UNPRIVILEGED_ID : owner;
  return [
    // A user namespace that maps root to another user: the files stay root's.
    {
      prefix: ['unshare', '--user', `--map-user=${UNPRIVILEGED_ID}`, `--map-group=${UNPRIVILEGED_ID}`],
      trial: ['test', '-x', program, '-a', '-w', isPresent ? dataDirectory : dirname(dataDirectory)],
    },
    // Another user that may still read below root's home directory.
    {
      prefix: [
        'setpriv',
        `--reuid=${id}`,
        `--regid=${id}`,
        '--clear-groups',
        '--inh-caps=+dac_override',
        '--ambient-caps=+dac_override',
      ],
      trial: [program, '--version'],
    },
  ];
}

async function succeeds([file, ...parameters]: string[]): Promise<boolean> {
  try {
    await promisify(execFile)(file, parameters);
    return true;
  } catch {
    return false;
  }
}
