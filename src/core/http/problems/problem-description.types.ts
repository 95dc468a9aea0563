import type { ProblemOptions } from './problem.js';

/** A problem code's status, its title (both public and stable) and what the reader can do about it. */
export interface ProblemDescription {
  readonly status: number;
  readonly title: string;
  readonly help: string;
  /** For the documentation. The detail defaults to the help. */
  readonly example?: ProblemExample;
}

export interface ProblemExample extends ProblemOptions {
  /** A path that may respond with the problem. */
  readonly instance?: string;
}
