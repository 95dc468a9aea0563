/**
 * The tables in the order in which every transaction locks their rows: table after table, and several rows of one table
 * in the order of their keys, or only those that nobody else has locked. So no two transactions wait for each other.
 *
 * - An inserted row locks the rows that its foreign keys refer to (`for key share`). That waits for nobody: see
 *   `withWeakerLocks`. A row that is updated twice in one transaction does so again, so each is updated once.
 * - Rows that a transaction inserts itself can't be locked by others.
 * - A feature's own tables come last, or after what they belong to.
 *
 * A test notes what every operation locks, and compares it with this list.
 */
export const LOCK_ORDER: readonly string[] = [
  // Advisory locks are named as in the code.
  'retention',
  'accounts:registration',
  'accounts',
  'organizations',
  // Claims of one domain by several organizations are locked together.
  'organization_domains',
  'clients',
  'forecast jobs',
  'forecast_jobs',
  'usage.journals',
  'usage.client_minutes',
  'usage.client_quarters',
  'usage.client_days',
  'usage.account_quarters',
  'usage.account_days',
  'usage.requests',
  'usage.quota_levels',
  'api_keys',
  'forecast alert runs',
  'forecast_alerts',
  'events',
  'webhooks',
  'webhook_messages',
  'sign_in_places',
  'passkey_challenges',
  'pending_sign_ins',
  // Organizations end sign-ins without locking accounts.
  'waiting_sign_ins',
  'sessions',
  'known_networks',
  'identities',
  'mails',
  'observations',
  'verification_sums',
];

/**
 * Tables whose rows belong to a row of another one. Whoever locks that one exclusively locks them in any order; whoever
 * doesn't locks nothing after them.
 */
export const LOCKED_WITHIN: Readonly<Record<string, string>> = {
  factors: 'accounts',
  recovery_codes: 'accounts',
  personal_access_tokens: 'accounts',
  sign_in_places: 'accounts',
  one_time_links: 'accounts',
  organization_members: 'organizations',
  organization_invitations: 'organizations',
  organization_issuers: 'organizations',
  // An advisory lock of the same name.
  'usage.requests': 'usage.requests',
  'usage.request_log_sizes': 'usage.requests',
  forecast_job_parts: 'forecast_jobs',
  forecast_job_charges: 'forecast_jobs',
  forecast_alert_runs: 'forecast alert runs',
  announced_events: 'events',
  webhook_deliveries: 'webhooks',
  // An advisory lock.
  observation_sources: 'observations',
  observation_blocks: 'observations',
  observation_stations: 'observations',
};
