const KEPT = ['PATH', 'SystemRoot', 'TEMP', 'TMP'];

/** For PostgreSQL's programs: nothing of the user's language, time zone or PG* variables changes what they do. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const kept = KEPT.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]));
  return { ...(Object.fromEntries(kept) as NodeJS.ProcessEnv), LC_ALL: 'C', TZ: 'UTC' };
}
