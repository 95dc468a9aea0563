export { RepeatedWork } from './repeated-work.js';
export { RETRIES, retryWaitS } from './retry-schedule.js';
export { type Spent, Turns, atOnce, inTurns } from './turns.js';
