/** No connection to the database could be established. */
export class DatabaseUnreachableError extends Error {
  /** PostgreSQL's code for this, so that it is recognized even if the ORM wraps it. */
  readonly code = '08001';
}
