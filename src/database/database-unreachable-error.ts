/** No connection to the database came about. */
export class DatabaseUnreachableError extends Error {
  /** PostgreSQL's own code for it, by which it is known even where the ORM has wrapped it. */
  readonly code = '08001';
}
