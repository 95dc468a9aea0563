// Reads the reports that Jest writes with --json --outputFile:
//   failed FIRST           prints the failed test files, one per line; exits with 2 if there is no report
//   tally FIRST [SECOND]   counts the passed, failed and skipped tests; SECOND is the retry of the failed files
import { existsSync, readFileSync } from 'node:fs';

/** The tally of a run without a report, which counts as one failure. */
const NO_REPORT = { passed: 0, failed: 1, skipped: 0 };

function filesOf(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).testResults : undefined;
}

function tallyFiles(files) {
  const tally = { passed: 0, failed: 0, skipped: 0 };
  for (const { status, assertionResults } of files) {
    const before = tally.failed;
    for (const assertion of assertionResults) {
      if (assertion.status === 'passed') tally.passed++;
      else if (assertion.status === 'failed') tally.failed++;
      else tally.skipped++;
    }
    // A file that can't be loaded has no tests, and one whose worker died has lost the rest of them.
    if (status === 'failed' && tally.failed === before) tally.failed++;
  }
  return tally;
}

function tally(first, second) {
  const tries = filesOf(first);
  if (tries === undefined) return NO_REPORT;
  const again = second === undefined ? undefined : filesOf(second);
  if (second !== undefined && again === undefined) return NO_REPORT;
  const repeated = new Set(again?.map(({ name }) => name));
  return tallyFiles([...tries.filter(({ name }) => !repeated.has(name)), ...(again ?? [])]);
}

const [command, first, second] = process.argv.slice(2);
if (command === 'failed') {
  const files = filesOf(first);
  if (files === undefined) process.exit(2);
  for (const { name, status } of files) if (status === 'failed') console.log(name);
} else {
  const { passed, failed, skipped } = tally(first, second);
  console.log(
    `Tests: ${failed} failed, ${skipped} skipped, ${passed} passed, ${passed + failed + skipped} total`,
  );
}
