/** A change that may invalidate cached data. */
export interface Change {
  /** The kind of thing that changed, such as `client`. */
  kind: string;
  id: string;
}

/** A holder of cached data. */
export interface ChangeListener {
  changed(change: Change): void;
  /** Changes may have been missed: everything cached must be dropped. */
  missed(): void;
}

/** The PostgreSQL notification channel. Its payloads are `<kind>:<id>`. */
export const CHANGES_CHANNEL = 'weather_changes';
