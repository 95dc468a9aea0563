import { Problem } from '../../core/http/index.js';
import type { ProblemCode } from '../../core/features/index.js';
import type { KeyOwner } from '../principal.js';

/** Refuses a key. The owner is known if the key exists, even if it no longer works. */
export class KeyRefusal extends Problem {
  constructor(
    code: ProblemCode,
    readonly owner?: KeyOwner,
  ) {
    super(code);
  }
}
