/** What can be done that the audit records. Programs filter by these names, so they stay. */
export const AUDIT_ACTIONS = [
  'account.created',
  'account.updated',
  'account.deleted',
  'account.password_changed',
  'account.password_reset_requested',
  'account.password_reset',
  'session.created',
  'session.deleted',
  'client.created',
  'client.updated',
  'client.deleted',
  'client.secret_rotated',
  'api_key.created',
  'api_key.updated',
  'api_key.rotated',
  'api_key.revoked',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];
