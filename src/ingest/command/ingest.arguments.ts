import { parseArgs } from 'node:util';
import { IngestError } from '../ingest-error.js';

export interface IngestArguments {
  /** Undefined selects the preferred model. */
  model?: string;
  run: string;
  steps?: string;
}

export const USAGE = `Usage: npm run ingest -- --run <run> [--steps <steps>] [--model <model>]
       npm run ingest -- --observations

Downloads one model run into DATA_DIR, even while the service is running. If another ingest is
in progress, it waits.

  --run 2020-08-04T12   the run, as a UTC hour; "latest" is the newest run that should be complete,
                        which is skipped if it is already stored in full
  --steps 0,6,12        the steps in hours; each must exist. Default: every step that the source
                        has; of gfs, up to GFS_MAX_STEP
  --model gfs           the model; default: the first of MODELS
  --observations        alone: reads the station reports of OBSERVATIONS once
  --help                this text

Settings are environment variables: GFS_BASE_URL, and the same for each other model; GFS_RESOLUTION, GEFS_RESOLUTION;
DATA_DIR, RUN_STORE_URL (stores the run there instead of in DATA_DIR), RUNS_KEPT.
`;

/**
 * Parses the command's flags. Returns undefined for `--help`.
 * @throws IngestError (UsageError)
 */
export function parseArguments(argv: string[]): IngestArguments | undefined {
  const { model, run, steps, help } = parseFlags(argv);
  if (help) return undefined;
  if (run === undefined) throw usageError('--run is required');
  return { model, run, steps };
}

function parseFlags(args: string[]) {
  try {
    const options = {
      model: { type: 'string' },
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
