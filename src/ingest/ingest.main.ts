import { type Configuration } from '../config/configuration.js';
import { loadConfiguration } from '../config/load-configuration.js';
import { parseArguments, USAGE, type IngestArguments } from './ingest.arguments.js';
import { ingestRun } from './ingest.pipeline.js';
import { createProgress } from './ingest-progress.js';
import { type IngestRequest } from './ingest-request.js';
import { ingestTarget, targetSteps } from './ingest-target.js';
import { describeSummary } from './ingest-summary.js';
import { parseRun } from './run-time.js';
import { DEFAULT_NETWORK_POLICY, type NetworkPolicy } from './source/network-policy.js';
import { openSource } from './source/open-source.js';
import { parseSteps } from './step-list.js';

export interface CommandContext {
  stdout: NodeJS.WritableStream;
  stderr: NodeJS.WritableStream;
  /** Aborted with the error to report. */
  signal: AbortSignal;
  networkPolicy?: NetworkPolicy;
}

/**
 * The ingest command: progress and summary go to `stdout`, a failure is one line on `stderr`.
 * @returns the exit status: 0, or 1 after any failure
 */
export async function main(
  argv: string[],
  environment: NodeJS.ProcessEnv,
  { stdout, stderr, signal, networkPolicy = DEFAULT_NETWORK_POLICY }: CommandContext,
): Promise<number> {
  try {
    const flags = parseArguments(argv);
    if (!flags) {
      stdout.write(USAGE);
      return 0;
    }
    const configuration = loadConfiguration(environment);
    const request = requestOf(flags, configuration);
    const source = openSource(configuration.gfsBaseUrl, networkPolicy);
    const waits = (lockPath: string) =>
      void stderr.write(
        `Another ingest is under way (${lockPath} is locked): waiting for it to end. Ctrl-C gives up.\n`,
      );
    const summary = await ingestRun(request, { source, progress: createProgress(stdout), signal, waits });
    for (const line of describeSummary(request, summary)) stdout.write(`${line}\n`);
    return 0;
  } catch (error) {
    stderr.write(`${error instanceof Error ? `${error.name}: ${error.message}` : String(error)}\n`);
    return 1;
  }
}

function requestOf({ run, steps }: IngestArguments, configuration: Configuration): IngestRequest {
  const target = ingestTarget(configuration);
  const table = targetSteps({ ...target, maxStepHours: Infinity });
  return {
    ...target,
    run: parseRun(run, target.model, new Date()),
    steps: steps === undefined ? 'available' : parseSteps(steps, table),
  };
}
