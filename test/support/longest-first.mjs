import Sequencer from '@jest/test-sequencer';

/** Suites that start services in separate processes: small files that take long. */
const LONGEST = /\/test\/(system|pipeline)\//;

/**
 * Jest starts with the suites that took longest in an earlier run or, without one, with the largest files. Small files
 * that take long would then run last, with one worker busy and the others idle.
 */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    const isLater = ({ duration, path }) => duration !== undefined || !LONGEST.test(path);
    return super.sort(tests).sort((one, other) => Number(isLater(one)) - Number(isLater(other)));
  }
}
