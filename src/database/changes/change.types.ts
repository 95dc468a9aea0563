/** Something has changed, so that what is remembered about it may no longer hold. */
export interface Change {
  /** What it is, such as `client`. */
  kind: string;
  id: string;
}

/** Whoever remembers something that changes. */
export interface ChangeListener {
  changed(change: Change): void;
  /** Changes may have been missed: nothing that is remembered can be relied on. */
  missed(): void;
}

/** The channel of PostgreSQL's notifications; their payload is `<kind>:<id>`. */
export const CHANGES_CHANNEL = 'weather_changes';
