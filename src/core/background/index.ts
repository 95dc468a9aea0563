export { RepeatedWork } from './repeated-work.js';
export { type Spent, Turns, atOnce, inTurns } from './turns.js';
