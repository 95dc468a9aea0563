import type { ProblemOptions } from './problem.js';

/** What a problem code means: its status, its title (both public and stable) and what its reader can do about it. */
export interface ProblemDescription {
  readonly status: number;
  readonly title: string;
  readonly help: string;
  /** For the documentation. Where it has no detail, the help stands for it. */
  readonly example?: ProblemExample;
}

export interface ProblemExample extends ProblemOptions {
  /** A path that may answer so. */
  readonly instance?: string;
}
