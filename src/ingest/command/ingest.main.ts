import { prepareDataDirectory } from '../../core/common/index.js';
import type { Configuration } from '../../core/config/index.js';
import { stepsOf } from '../../weather/models/index.js';
import { ingestConfiguration } from './ingest-configuration.js';
import { parseArguments, USAGE, type IngestArguments } from './ingest.arguments.js';
import { ingestRun, ingestUnlessStored } from '../ingest.pipeline.js';
import { IngestError } from '../ingest-error.js';
import { createProgress } from '../status/ingest-progress.js';
import { type IngestRequest } from '../request/ingest-request.js';
import { type IngestTarget, ingestTargets, type SourcedTarget } from '../request/ingest-target.js';
import { describeStored, describeSummary } from '../status/ingest-summary.js';
import { LATEST_RUN, parseRun } from '../request/run-time.js';
import { DEFAULT_NETWORK_POLICY, type NetworkPolicy } from '../source/network-policy.js';
import { openSources } from '../source/open-source.js';
import { parseSteps } from '../request/step-list.js';

export interface CommandContext {
  stdout: NodeJS.WritableStream;
  stderr: NodeJS.WritableStream;
  /** Aborted with the error to report. */
  signal: AbortSignal;
  networkPolicy?: NetworkPolicy;
}

/**
 * Runs the ingest command. Progress and summary go to `stdout`, a failure to `stderr` as one line.
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
    const configuration = await ingestConfiguration(environment);
    for (const warning of configuration.warnings) stderr.write(`${warning}\n`);
    prepareDataDirectory(configuration.dataDirectory);
    const { target, baseUrls } = chooseTarget(flags, configuration);
    const request = requestOf(flags, target);
    const sources = openSources(baseUrls, networkPolicy);
    const waits = (lockPath: string) =>
      void stderr.write(
        `Another ingest is in progress (${lockPath} is locked): waiting for it to end. Ctrl-C gives up.\n`,
      );
    const context = { sources, policy: networkPolicy, progress: createProgress(stdout), signal, waits };
    const take = flags.run === LATEST_RUN ? ingestUnlessStored : ingestRun;
    const summary = await take(request, context);
    const lines = summary ? describeSummary(request, summary) : [describeStored(request)];
    for (const line of lines) stdout.write(`${line}\n`);
    return 0;
  } catch (error) {
    stderr.write(`${error instanceof Error ? `${error.name}: ${error.message}` : String(error)}\n`);
    return 1;
  }
}

function chooseTarget({ model: name }: IngestArguments, configuration: Configuration): SourcedTarget {
  const { models, knownModels } = configuration;
  // The hours in MODELS are for the schedule.
  const wanted = name ?? models[0]?.model.name;
  const chosen = knownModels.find(({ model }) => model.name === wanted);
  if (chosen) return ingestTargets([chosen], configuration, false)[0];
  const names = knownModels.map(({ model }) => model.name).join(', ');
  throw new IngestError('UsageError', `--model must be one of ${names}, not "${name}"`);
}

function requestOf({ run, steps }: IngestArguments, target: IngestTarget): IngestRequest {
  const time = parseRun(run, target.model, new Date());
  const table = stepsOf({ ...target, maxStepHours: Infinity }, time);
  return {
    ...target,
    run: time,
    steps: steps === undefined ? 'available' : parseSteps(steps, table),
  };
}
