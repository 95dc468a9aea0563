const KEPT = ['PATH', 'SystemRoot', 'TEMP', 'TMP'];

/**
 * Returns an environment for PostgreSQL's programs that keeps the user's language, time zone and PG* variables from
 * affecting them.
 */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const kept = KEPT.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]));
  return { ...(Object.fromEntries(kept) as NodeJS.ProcessEnv), LC_ALL: 'C', TZ: 'UTC' };
}
