import { MINUTE_MS } from '../../time/index.js';
import { Problem } from '../problems/problem.js';
import type { Actor } from './actor.types.js';

const FRESH_MS = 10 * MINUTE_MS;

/**
 * Protects actions from someone who finds a browser signed in.
 * @throws Problem fresh_sign_in_required unless they authenticated in the last 10 minutes
 */
export function requireFreshSignIn({ signedInAt }: Actor): void {
  if (!signedInAt || Date.now() - signedInAt.getTime() >= FRESH_MS)
    throw new Problem('fresh_sign_in_required');
}
