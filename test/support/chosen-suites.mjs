import { isSlow } from './slow-suites.mjs';

/** SUITES: "quick" unless set, "slow" or "all". Slow suites that are asked for by name run in any case. */
function chosenSuites(paths) {
  const { SUITES = 'quick' } = process.env;
  if (SUITES === 'all') return { filtered: paths };
  const slow = new Set(paths.filter(isSlow));
  if (SUITES === 'slow') return { filtered: [...slow] };
  if (SUITES !== 'quick') throw new Error(`SUITES is quick, slow or all, not ${SUITES}.`);
  if (slow.size === paths.length) return { filtered: paths };
  if (slow.size > 0)
    console.error(`${slow.size} slow suites are left out: \`npm run test:full\` runs them, too.`);
  return { filtered: paths.filter((path) => !slow.has(path)) };
}

// Jest requires this module.
export { chosenSuites as 'module.exports' };
