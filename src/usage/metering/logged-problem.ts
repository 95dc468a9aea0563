import type { ProblemBody } from '../../core/http/index.js';
import { type LoggedProblem } from './journal/usage-event.types.js';

const LONGEST_DETAIL = 200;
/** A key or a client secret that was sent in the wrong place, complete or truncated. */
const SECRET = /\bwxs?_[0-9A-Za-z]+/g;
/** Numbers with more decimals than coordinates in the log. */
const FINE_NUMBER = /(?<![\d.])-?\d+\.\d{2,}(?!\d|\.\d)/g;

/**
 * Returns what the request log keeps of an error. The detail repeats parts of the request: secrets and exact
 * coordinates must not get into the log, and the database can't store NUL or lone surrogates.
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
