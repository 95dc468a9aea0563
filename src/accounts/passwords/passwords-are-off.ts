import { Problem } from '../../http/problems/problem.js';

/** For what makes, changes or checks a password while `PASSWORD_SIGN_IN` is `off`. */
export function passwordsAreOff(): Problem {
  return new Problem('forbidden', { detail: 'This service has no sign-in with passwords.' });
}
