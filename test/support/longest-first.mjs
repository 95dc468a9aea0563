import Sequencer from '@jest/test-sequencer';

/** Suites that start services in processes of their own: short files that take long. */
const LONGEST = /\/test\/(system|pipeline)\//;

/**
 * Jest begins with the suites that took longest in an earlier run and, where there was none, with the largest files. Short
 * files that take long would then be last, with one worker busy and the others done.
 */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    const isLater = ({ duration, path }) => duration !== undefined || !LONGEST.test(path);
    return super.sort(tests).sort((one, other) => Number(isLater(one)) - Number(isLater(other)));
  }
}
