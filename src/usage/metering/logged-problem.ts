import { type ProblemBody } from '../../http/problems/problem-catalogue.js';
import { type LoggedProblem } from './journal/usage-event.types.js';

const LONGEST_DETAIL = 200;
/** A key or a client secret that was sent in the wrong place, whole or cut. */
const SECRET = /\bwxs?_[0-9A-Za-z]+/g;
/** Degrees finer than the log tells a point. */
const FINE_NUMBER = /(?<![\d.])-?\d+\.\d{2,}(?!\d|\.\d)/g;

/**
 * What the request log keeps of an error. The detail repeats parts of the request: secrets and exact points must not get
 * into the log, and the database takes no text with NUL or half a character.
 */
export function loggedProblem({ code, detail }: ProblemBody): LoggedProblem {
  const safe = detail
    .slice(0, LONGEST_DETAIL)
    .toWellFormed()
    .replace(/\p{Cc}/gu, ' ')
    .replace(SECRET, '…')
    .replace(FINE_NUMBER, (number) => String(Math.round(Number(number) * 10) / 10));
  return { code, detail: detail.length > LONGEST_DETAIL ? `${safe}…` : safe };
}
