/** Only what backups use. The package's own types would require the driver's, which aren't a dependency. */
declare module 'pg-copy-streams' {
  import type { Readable, Writable } from 'node:stream';

  /** For `copy … to stdout`; passed to a connection's `query`. */
  export function to(statement: string): Readable & { rowCount: number };
  /** For `copy … from stdin`. */
  export function from(statement: string): Writable & { rowCount: number };
}
