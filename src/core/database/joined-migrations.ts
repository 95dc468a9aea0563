import { OlderSchemaError } from './schema-errors.js';

/** The migrations that each replace those of version 0.1.0 in their feature, by the times in the names of the latter. */
const JOINED = {
  'database/Migration20261122000000': [20261122200000],
  'accounts/Migration20261122000100': [
    20261122200001, 20261123040000, 20261123050000, 20261123094500, 20261123115600, 20261123121600,
    20261123203400,
  ],
  'organizations/Migration20261122000200': [
    20261123040100, 20261123050000, 20261123124500, 20261123165900, 20261124001453,
  ],
  'clients/Migration20261122000300': [20261122200002, 20261123040200],
  'api-keys/Migration20261122000400': [20261122200004, 20261123170200],
  'sessions/Migration20261122000500': [
    20261122200003, 20261123050100, 20261123074600, 20261123164008, 20261123170200,
  ],
  'factors/Migration20261122000600': [20261123170100, 20261123202331],
  'personal-access-tokens/Migration20261122000700': [20261123115800, 20261123203100],
  'single-sign-on/Migration20261122000800': [20261123074500, 20261123203500],
  'audit/Migration20261122000900': [20261122200005, 20261123040300, 20261123115700],
  'mail/Migration20261122001000': [20261123074653, 20261123175253],
  'events/Migration20261122001100': [20261123203000],
  'usage/Migration20261122001200': [20261122200006, 20261122210000, 20261123201600],
  'forecast-jobs/Migration20261122001300': [20261123205216, 20261124190000],
  'webhooks/Migration20261122001400': [20261124001753, 20261124194500],
  'forecast-alerts/Migration20261122001500': [20261124002119, 20261124025840, 20261124194000],
};

const FORMER = Object.entries(JOINED).flatMap(([name, times]) =>
  times.map((time) => name.replace(/\d+$/, String(time))),
);

/**
 * Replaces the migrations of version 0.1.0 in a list of names by those that result in the same schema.
 * @throws OlderSchemaError if some of them are missing
 */
export function withJoinedMigrations(what: 'database' | 'backup', executed: readonly string[]): string[] {
  // The first previews recorded migrations without their feature.
  if (!executed.some((name) => FORMER.includes(name) || !name.includes('/'))) return [...executed];
  if (!FORMER.every((name) => executed.includes(name))) throw new OlderSchemaError(what);
  return [...Object.keys(JOINED), ...executed.filter((name) => !FORMER.includes(name))];
}
