import { Problem } from '../http/problems/problem.js';
import type { ProblemCode } from '../features/names.types.js';
import type { KeyOwner } from './principal.types.js';

/** A key does not work; the owner is known where it is, or was, one of ours. */
export class KeyRefusal extends Problem {
  constructor(
    code: ProblemCode,
    readonly owner?: KeyOwner,
  ) {
    super(code);
  }
}
