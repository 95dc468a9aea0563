/** Why a table without such bounds can't be filled by callers. */
export const BOUNDED_OTHERWISE: Record<string, string> = {
  'public.factors': '10 an account, and one that is not confirmed',
  'public.recovery_codes': 'one an account',
  'public.identities': '20 an account',
  'public.organization_members': 'one for an account and an organization',
  'public.organization_domains': '20 an organization',
  'public.organization_issuers': 'one an organization',
  'public.webhooks': '10 an organization',
  'public.forecast_jobs': '20 a client, deleted a day after they end',
  'public.forecast_job_parts': 'of jobs, 8 GiB in all',
  'public.forecast_job_charges': 'of jobs, one a minute',
  'public.forecast_alerts': 'MAX_ALERTS_PER_ORGANIZATION an organization',
  'public.forecast_alert_runs': 'one a model',
  'public.event_listeners': 'one a listener in the code',
  'public.event_handlings': 'of events that are kept, one a listener',
  'public.observation_sources': 'one for a source of station reports',
  'public.key_secret': 'one row',
  'public.mikro_orm_migrations': 'one a migration',
  'usage.journals': 'one a start of a process, deleted with the usage',
  'usage.client_minutes': 'one for a key, route, status and minute, 48 hours',
  'usage.client_quarters': 'one for a key, route, status and quarter of an hour, USAGE_RETENTION_DAYS',
  'usage.client_days': 'one for a key, route, status and day, USAGE_RETENTION_DAYS',
  'usage.account_quarters': 'one for an account, route, status and quarter of an hour, USAGE_RETENTION_DAYS',
  'usage.account_days': 'one for an account, route, status and day, USAGE_RETENTION_DAYS',
  'usage.quota_levels': 'one for a client or organization and day, two days',
  'usage.requests': 'in test/e2e/usage/request-log-bounds',
  'usage.request_log_sizes': 'one for a client in the request log',
};

export interface Ids {
  account: string;
  organization: string;
  client: string;
  webhook: string;
}

export type Row = Record<string, string>;
export interface Case {
  /** SQL for each column; `i` numbers the rows, and is greater for newer ones. */
  row: Row;
  /** What is different in a row that has ended. */
  ended?: Row;
  /** What is different in the rows of each bound in number. */
  most?: Row[];
  /** What the rows refer to. */
  before?: { table: string; row: Row; ended: Row };
  /** Whether every row of this kind has ended. */
  endsAll?: boolean;
}

export const ID = `'bound_' || lpad(i::text, 9, '0')`;
export const TIME = `now() - interval '1 minute' + i * interval '1 second'`;
const ago = (age: string) => `now() - interval '${age}' + i * interval '1 second'`;

/** By table: the rows that fill it. */
export const CASES: Record<string, (ids: Ids) => Case> = {
  accounts: () => ({
    row: {
      id: ID,
      full_name: `''`,
      email: `''`,
      email_key: ID,
      role: `'member'`,
      status: `'disabled'`,
      email_state: `'unverified'`,
      created_at: TIME,
      updated_at: TIME,
      deleted_at: ago('399 days'),
    },
    ended: { deleted_at: ago('401 days') },
  }),
  one_time_links: () => ({
    row: {
      token_hash: ID,
      account_id: `'acc_bound'`,
      purpose: `'sign-in'`,
      expires_at: `now() + interval '1 hour' + i * interval '1 second'`,
    },
    ended: { expires_at: TIME },
    most: [{}],
  }),
  known_networks: (ids) => ({
    row: { hash: ID, account_id: `'${ids.account}'`, used_at: ago('89 days') },
    ended: { used_at: ago('91 days') },
  }),
  sessions: () => ({
    row: {
      id: ID,
      account_id: `'acc_bound'`,
      token_hash: ID,
      method: `'password'`,
      address: `'::1'`,
      created_at: TIME,
      last_seen_at: TIME,
      expires_at: `now() + interval '1 day'`,
    },
    ended: { last_seen_at: ago('169 hours') },
    most: [{}],
  }),
  sign_in_places: () => ({
    row: { account_id: `'acc_bound'`, network: ID, last_sign_in_at: TIME },
    ended: { last_sign_in_at: ago('366 days') },
    most: [{}],
  }),
  waiting_sign_ins: () => ({
    row: { token_hash: ID, account_id: `'acc_bound'`, method: `'password'`, failures: '0', created_at: TIME },
    ended: { created_at: ago('11 minutes') },
    most: [{}],
  }),
  passkey_challenges: () => ({
    row: { challenge_hash: ID, purpose: `'sign-in'`, created_at: TIME },
    ended: { created_at: ago('6 minutes') },
    most: [{}],
  }),
  factors: (ids) => ({
    row: { id: ID, account_id: `'${ids.account}'`, type: `'totp'`, name: `''`, created_at: TIME },
    ended: { created_at: ago('11 minutes') },
  }),
  personal_access_tokens: (ids) => ({
    row: {
      id: ID,
      account_id: `'${ids.account}'`,
      name: `''`,
      start: `''`,
      token_hash: ID,
      scopes: `'{}'`,
      expires_at: ago('89 days'),
      created_at: TIME,
    },
    ended: { expires_at: ago('91 days') },
  }),
  observation_stations: () => ({
    row: {
      id: ID,
      source: `'metar'`,
      lat: '0',
      lon: '0',
      elevation: '0',
      seen_on: ago('34 days'),
      version: '0',
    },
    ended: { seen_on: ago('36 days') },
  }),
  observation_blocks: () => ({
    row: { source: ID, hour: ago('8 days'), part: '0', reports: `''`, version: '0' },
    ended: { hour: ago('10 days') },
  }),
  verification_runs: () => ({
    row: { source: ID, run: ago('8 days'), published_at: ago('8 days'), stations: '0' },
    ended: { run: ago('10 days') },
  }),
  verification_forecasts: () => ({
    row: { source: ID, run: ago('5 days'), day: ago('2 days'), part: '0', forecasts: `''` },
    ended: { day: ago('4 days') },
  }),
  verification_days: () => ({
    row: { day: ago('3 days'), inputs: ID },
    ended: { day: ago('5 days') },
  }),
  verification_sums: () => ({
    row: { field: ID, tile: '0', day: ago('34 days'), part: '0', area: `''` },
    ended: { day: ago('36 days') },
  }),
  verification_checks: () => ({
    row: { day: ago('3 days'), part: 'i', checks: `''` },
    ended: { day: ago('5 days') },
  }),
  verification_biases: () => ({
    row: { day: ago('6 days'), part: 'i', biases: `''` },
    most: [{}],
  }),
  verification_states: () => ({
    row: { number: 'i', published_at: TIME, effective_at: TIME, state: `''` },
    most: [{}],
  }),
  mails: () => ({
    row: {
      id: ID,
      kind: `'x'`,
      recipient: `'bound@example.com'`,
      data: `'{}'`,
      state: `'sent'`,
      attempts: '1',
      next_attempt_at: TIME,
      created_at: TIME,
      ended_at: ago('29 days'),
    },
    ended: { ended_at: ago('31 days') },
    most: [{ recipient: `'bound@example.com'` }, { recipient: ID }],
  }),
  api_keys: (ids) => ({
    row: {
      id: ID,
      client_id: `'${ids.client}'`,
      name: `''`,
      start: `''`,
      key_hash: ID,
      scopes: `'{}'`,
      allowed_ips: `'{}'`,
      expires_at: ago('89 days'),
      created_at: TIME,
    },
    ended: { expires_at: ago('91 days') },
  }),
  clients: (ids) => ({
    row: {
      id: ID,
      account_id: `'${ids.account}'`,
      organization_id: `'${ids.organization}'`,
      name: `''`,
      secret_hash: ID,
      scopes: `'{}'`,
      rate_limits: `'{}'`,
      status: `'active'`,
      created_at: TIME,
      updated_at: TIME,
      deleted_at: ago('399 days'),
    },
    ended: { deleted_at: ago('401 days') },
  }),
  organizations: (ids) => ({
    row: {
      id: ID,
      created_by: `'${ids.account}'`,
      created_at: TIME,
      updated_at: TIME,
      deleted_at: ago('399 days'),
    },
    ended: { deleted_at: ago('401 days') },
  }),
  organization_invitations: (ids) => ({
    row: {
      id: ID,
      organization_id: `'${ids.organization}'`,
      email: ID,
      email_key: ID,
      role: `'viewer'`,
      token_hash: ID,
      invited_by: `'${ids.account}'`,
      created_at: TIME,
      expires_at: `now() + interval '1 minute'`,
    },
    ended: { expires_at: TIME },
  }),
  pending_sign_ins: () => ({
    row: { token_hash: ID, provider_id: `'oidc'`, next: `'/'`, is_anew: 'false', created_at: TIME },
    ended: { created_at: ago('11 minutes') },
    most: [{}],
  }),
  audit_events: () => ({
    row: {
      id: ID,
      action: `'client.updated'`,
      actor_kind: `'account'`,
      account_id: `'acc_bound'`,
      target_id: `'x'`,
      details: `'{}'`,
      created_at: ago('91 days'),
    },
    most: [{}],
  }),
  announced_events: () => ({
    row: {
      id: ID,
      type: `'client.changed'`,
      organization_id: `'org_bound'`,
      data: `'{}'`,
      position: `1000000 + i`,
      created_at: ago('6 days'),
    },
    ended: { created_at: ago('8 days') },
    most: [{}],
  }),
  webhook_deliveries: (ids) => ({
    row: {
      webhook_id: `'${ids.webhook}'`,
      message_id: ID,
      position: '1000000 + i',
      status: `'delivered'`,
      retries_left: '0',
      ended_at: TIME,
    },
    ended: {},
    most: [{}],
    before: {
      table: 'webhook_messages',
      row: { id: ID, type: `'x'`, body: `''`, created_at: ago('13 days') },
      ended: { created_at: ago('15 days') },
    },
  }),
  // Without deliveries.
  webhook_messages: () => ({
    row: { id: ID, type: `'x'`, body: `''`, created_at: TIME },
    ended: {},
    endsAll: true,
  }),
};
