import { parseArgs } from 'node:util';
import { IngestError } from './ingest-error.js';

export interface IngestArguments {
  run: string;
  steps?: string;
}

export const USAGE = `Usage: npm run ingest -- --run <run> [--steps <steps>]

Takes one run of the model from GFS_BASE_URL into DATA_DIR, also while the service runs.

  --run 2020-08-04T12   the run, as a UTC hour; "latest" is the newest run that should be complete
  --steps 0,6,12        the steps in hours; each must be there. Without it: every step
                        up to GFS_MAX_STEP that the source has
  --help                this text

Settings are environment variables: GFS_BASE_URL, GFS_RESOLUTION, GFS_MAX_STEP, DATA_DIR, RUNS_KEPT.
`;

/**
 * Reads the command's flags; undefined stands for --help.
 * @throws IngestError (UsageError)
 */
export function parseArguments(argv: string[]): IngestArguments | undefined {
  const { run, steps, help } = parseFlags(argv);
  if (help) return undefined;
  if (run === undefined) throw usageError('--run is required');
  return { run, steps };
}

function parseFlags(args: string[]) {
  try {
    const options = {
      run: { type: 'string' },
      steps: { type: 'string' },
      help: { type: 'boolean' },
    } as const;
    return parseArgs({ args, options, strict: true, allowPositionals: false }).values;
  } catch (error) {
    throw usageError(error instanceof Error ? error.message : String(error));
  }
}

function usageError(problem: string): IngestError {
  return new IngestError(
    'UsageError',
    `${problem}. Expected: npm run ingest -- --run 2020-08-04T12 [--steps 0,6,12]`,
  );
}
