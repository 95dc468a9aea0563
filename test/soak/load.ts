import { setTimeout as sleep } from 'node:timers/promises';
import type { ExpectedAnswers } from './expected-answers.js';
import type { ModelRuns } from './model-runs.js';
import { questionsOf } from './questions.js';
import type { WeatherCaller } from './weather-caller.js';

const PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 250;

/** One caller with an unlimited key: sends a request, checks the response and pauses, until the signal. */
export async function askSteadily(
  caller: WeatherCaller,
  key: string,
  { expected, modelRuns, signal }: { expected: ExpectedAnswers; modelRuns: ModelRuns; signal: AbortSignal },
): Promise<void> {
  while (!signal.aborted) {
    const questions = questionsOf(modelRuns.newest);
    const question = questions[Math.floor(Math.random() * questions.length)];
    const { reply } = await caller.call(key, question, question.units);
    if (reply?.status === 200) {
      const fault = expected.fault(question, reply);
      if (fault !== undefined) caller.ledger.noteWrong(fault);
    } else if (reply && reply.status < 500)
      caller.ledger.noteWrong(`${question.name}: ${reply.status} ${reply.body.slice(0, 200)}`);
    await sleep(PAUSE_MS + Math.random() * (LONGEST_PAUSE_MS - PAUSE_MS));
  }
}
