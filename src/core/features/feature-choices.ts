/**
 * Holders of scopes: an API key, a client with its own credentials, or an account's personal access token. A client has
 * the scopes for the first two.
 */
export const SCOPE_HOLDERS = ['key', 'client', 'token'] as const;
export type ScopeHolder = (typeof SCOPE_HOLDERS)[number];

/** Highest first. */
export const ORGANIZATION_ROLES = ['owner', 'admin', 'developer', 'viewer'] as const;
export type OrganizationRole = (typeof ORGANIZATION_ROLES)[number];

/** The available icons, by their names on lucide.dev. */
export const PAGE_ICONS = [
  'activity',
  'bell',
  'boxes',
  'building-2',
  'chart-line',
  'cloud-sun',
  'house',
  'key-round',
  'map',
  'puzzle',
  'settings',
  'shield-check',
  'square-code',
  'table',
  'webhook',
] as const;
export type PageIcon = (typeof PAGE_ICONS)[number];
