const LONGEST_DETAIL = 1_000;

/** What is wrong with something that the service goes on without, for health, metrics and alerts. */
export interface Fault {
  /** The kind, such as the name of an error. */
  readonly code: string;
  /** Read by operators. */
  readonly detail: string;
  /** ISO 8601, UTC. */
  readonly since: string;
}

/** @param error its message may be a whole response */
export function faultOfError({ name, message }: Error, since: string): Fault {
  return { code: name, detail: message.slice(0, LONGEST_DETAIL), since };
}
