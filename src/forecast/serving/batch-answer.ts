import { andThen, type Awaitable } from '../../common/awaitable.js';
import { type AcceptedCoding, type ContentCoding } from '../../common/http/content-coding.js';
import { type UnitSystem } from '../../meteo/units.js';
import { type AnswerOrigin, codedBytes, type ServedAnswer } from './served-answer.js';

/** The answers of a batch in one content coding, as they are sent. */
export interface BatchAnswer {
  body: Buffer;
  coding: ContentCoding;
  /** Whichever of the answers holds for the shortest time. */
  shortest: ServedAnswer;
}

/** @param answers uncoded, at least one */
export function batchAnswer(
  answers: readonly ServedAnswer[],
  units: UnitSystem,
  accepted: AcceptedCoding,
): Awaitable<BatchAnswer> {
  const meta = { locations: answers.length, ...commonOrigin(answers), units };
  const separator = Buffer.from(',');
  const body = Buffer.concat([
    Buffer.from('{"forecasts":['),
    ...answers.flatMap((answer, i) => (i === 0 ? [answer.body] : [separator, answer.body])),
    Buffer.from(`],"meta":${JSON.stringify(meta)}}`),
  ]);
  const shortest = answers.reduce((least, answer) => (endMs(answer) < endMs(least) ? answer : least));
  return andThen(codedBytes(body, accepted), (coded) => ({ ...coded, shortest }));
}

function endMs({ untilMs, longestAgeSeconds }: ServedAnswer): number {
  return Math.min(untilMs, Date.now() + longestAgeSeconds * 1000);
}

/** Where all answers are from; null for what they differ in. */
function commonOrigin([first, ...others]: readonly ServedAnswer[]): Record<
  keyof AnswerOrigin,
  string | null
> {
  const common = (name: keyof AnswerOrigin) =>
    others.every(({ origin }) => origin[name] === first.origin[name]) ? first.origin[name] : null;
  return {
    source: common('source'),
    run: common('run'),
    publishedAt: common('publishedAt'),
    nextRunExpectedAt: common('nextRunExpectedAt'),
  };
}
