/** As far as backups use it; its own types would bring the driver's, which are none of a dependency's. */
declare module 'pg-copy-streams' {
  import type { Readable, Writable } from 'node:stream';

  /** To be given to a connection's `query`; of `copy … to stdout`. */
  export function to(statement: string): Readable & { rowCount: number };
  /** Of `copy … from stdin`. */
  export function from(statement: string): Writable & { rowCount: number };
}
