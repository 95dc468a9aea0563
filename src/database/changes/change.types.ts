/** What is remembered about a key may no longer hold: the key itself, its client, its account or its organization has changed. */
export type ChangeKind = 'api_key' | 'client' | 'account' | 'organization';

export interface Change {
  kind: ChangeKind;
  id: string;
}

const DEPENDS_BY = {
  api_key: 'keyId',
  client: 'clientId',
  account: 'accountId',
  organization: 'organizationId',
} as const;

/** Whether what depends on a key, a client, an account and an organization depends on what has changed. */
export function isConcerned(
  ids: Readonly<Record<(typeof DEPENDS_BY)[ChangeKind], string>>,
  { kind, id }: Change,
): boolean {
  return ids[DEPENDS_BY[kind]] === id;
}

/** Whoever remembers something that changes. */
export interface ChangeListener {
  changed(change: Change): void;
  /** Changes may have been missed: nothing that is remembered can be relied on. */
  missed(): void;
}

/** The channel of PostgreSQL's notifications; their payload is `<kind>:<id>`. */
export const CHANGES_CHANNEL = 'weather_changes';
