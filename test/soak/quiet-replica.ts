import { execFile } from 'node:child_process';
import { mkdir, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { EmbeddedPostgres } from '../../src/core/database/embedded-postgres/embedded-postgres.js';
import { publishedRuns } from '../../src/store/format/run-directory.js';
import { ApiUser } from './api-user.js';
import { ask } from './ask.js';
import { ExpectedAnswers } from './expected-answers.js';
import { freePort } from '../support/free-port.js';
import { type ModelRuns, RUN_SETTINGS, STEPS, TROUBLED_STEP } from './model-runs.js';
import { Program } from './program.js';
import { questionsOf } from './questions.js';
import { onlyIsServed, runIsServed } from './stored-runs.js';

const DIST = join(import.meta.dirname, '../../dist');

/**
 * Sends the test's questions to a separate service, run after run: those about a run both before and after the run is
 * available, with and without one of its steps, and each time with and without the earlier runs.
 */
export async function learnAnswers(modelRuns: ModelRuns, directory: string): Promise<ExpectedAnswers> {
  const port = await freePort();
  const environment = {
    ...RUN_SETTINGS,
    DATA_DIR: join(directory, 'quiet'),
    DEFAULT_RATE_LIMITS: 'day=900000000',
    GFS_BASE_URL: modelRuns.url,
    INGEST_SCHEDULE: 'off',
    PORT: String(port),
  };
  const service = new Program({
    name: 'quiet replica',
    words: [process.execPath, join(DIST, 'main.js')],
    environment,
    logPath: join(directory, 'quiet.log'),
    isReady: async () => (await ask(port, { path: '/health/ready' })).status === 200,
  });
  try {
    await service.start();
    const user = new ApiUser(port);
    await user.register();
    const { key } = await user.createKey(await user.createClient());
    const expected = new ExpectedAnswers();
    for (const [i, run] of modelRuns.runs.entries()) {
      const name = `${run.toISOString().slice(0, 19)}Z`;
      const learn = async () => {
        for (const asked of modelRuns.runs.slice(i)) {
          for (const question of questionsOf(asked)) {
            const headers = { ...question.headers, apikey: key };
            const source = expected.learn(question, await ask(port, { ...question, headers }));
            if (source !== name && asked === run)
              throw new Error(`${question.name} was answered out of ${source}.`);
          }
        }
      };
      for (const lacking of [[TROUBLED_STEP], []]) {
        await ingest(run, lacking, environment);
        await runIsServed([port], run, lacking);
        await learn();
        const putBack = await hideOlderRuns(environment.DATA_DIR);
        await onlyIsServed(port, run);
        await learn();
        await putBack();
      }
    }
    return expected;
  } finally {
    await service.end('SIGTERM');
    await EmbeddedPostgres.stopOn(join(environment.DATA_DIR, 'postgres'));
  }
}

/** Hides all runs but the newest until the returned function is called. */
async function hideOlderRuns(dataDirectory: string): Promise<() => Promise<void>> {
  const [runs, hidden] = [join(dataDirectory, 'runs'), join(dataDirectory, 'hidden')];
  await mkdir(hidden, { recursive: true });
  const [, ...older] = publishedRuns(await readdir(runs));
  for (const { name } of older) await rename(join(runs, name), join(hidden, name));
  return async () => {
    for (const { name } of older) await rename(join(hidden, name), join(runs, name));
  };
}

async function ingest(run: Date, lacking: number[], environment: NodeJS.ProcessEnv): Promise<void> {
  const steps = STEPS.filter((step) => !lacking.includes(step)).join();
  const hour = run.toISOString().slice(0, 13);
  const words = [join(DIST, 'main.js'), 'ingest', '--model', 'gfs', '--run', hour, '--steps', steps];
  await promisify(execFile)(process.execPath, words, { env: { ...process.env, ...environment } });
}
