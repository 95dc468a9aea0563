import type { LoadResult } from './run-load.js';

const MIB = 2 ** 20;
const TOLD_DIFFERENCES = 20;

/** @returns whether all error counts are zero and enough was checked to say so */
export function printSummary(result: LoadResult): boolean {
  const { ledger, lateness, usage, revocations, probes, events, changes, faults, sources, alerts } = result;
  const { memoryBefore, memoryAfter } = result;
  const { missing, twice, unexplained, requests, units } = usage;
  const difference = [missing, twice, unexplained, requests, units].reduce((sum, n) => sum + Math.abs(n), 0);
  const line = (label: string, value: string | number) => console.log(`${label.padEnd(24)} ${value}`);
  console.log('');
  line('faults', faults.faults.length);
  line('answers', ledger.answers);
  line('wrong answers', ledger.wrongAnswers);
  for (const text of ledger.wrong) console.log(`  ${text}`);
  line(
    'failed requests',
    [...ledger.failures.values()].reduce((sum, n) => sum + n, 0),
  );
  for (const [cause, count] of [...ledger.failures].sort()) console.log(`  ${cause}: ${count}`);
  line('failed in their order', `${ledger.failedByOrder} by restarts that nobody should notice`);
  line('over-admitted requests', `${ledger.overAdmittedRequests} (in ${probes.checked} bursts)`);
  for (const text of ledger.overAdmitted) console.log(`  ${text}`);
  line('usage difference', `${difference} (of ${usage.counted} counted requests)`);
  if (difference > 0) console.log(`  ${JSON.stringify(usage)}`);
  line(
    'revoked keys',
    `${revocations.checked}, the slowest refused after ${Math.round(revocations.slowestMs)} ms`,
  );
  line('event differences', events.wrong.length + events.missing.length);
  for (const text of [...events.wrong, ...events.missing].slice(0, TOLD_DIFFERENCES))
    console.log(`  ${text}`);
  line(
    'events',
    `${events.announced}, ${events.deliveries} times sent to webhooks (${events.repeated} again after a kill), on ${events.streams} streams`,
  );
  line('source differences', `${sources.wrong.length} (of ${sources.checked} checked)`);
  for (const text of sources.wrong) console.log(`  ${text}`);
  line('alert differences', `${alerts.wrong.length} (at ${alerts.checked} moments)`);
  for (const text of alerts.wrong) console.log(`  ${text}`);
  line('rounds of changes', `${changes.done}, and ${changes.failed} that a fault ended`);
  line('not checked', `${revocations.skipped} revocations, ${probes.skipped} bursts`);
  line('longest unavailability', `${(ledger.longestGapMs / 1000).toFixed(2)} s`);
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => ledger.percentileMs(share).toFixed(1));
  line('latency', `p50 ${p50} ms, p95 ${p95} ms, p99 ${p99} ms`);
  line('machine', `a turn came ${Math.round(lateness.longestMs)} ms late at worst`);
  for (const [name, before] of memoryBefore) {
    const after = memoryAfter.get(name) ?? NaN;
    line(`memory of ${name}`, `${(before / MIB).toFixed(0)} MiB, ${(after / MIB).toFixed(0)} MiB at the end`);
  }
  const zero = [
    ledger.wrongAnswers,
    ledger.overAdmittedRequests,
    difference,
    events.wrong.length,
    events.missing.length,
    sources.wrong.length,
    alerts.wrong.length,
  ];
  const checked = [
    ledger.answers,
    revocations.checked,
    probes.checked,
    events.deliveries,
    events.streams,
    changes.done,
    sources.checked,
  ];
  const isGood = zero.every((n) => n === 0) && checked.every((n) => n > 0);
  console.log(
    isGood
      ? '\nGood.'
      : '\nNot good: wrong answers, over-admitted requests, and all differences have to be 0.',
  );
  return isGood;
}
