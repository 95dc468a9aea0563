import { Problem } from '../../core/http/index.js';

/** The refusal of requests that set, change or check a password while `PASSWORD_SIGN_IN` is `off`. */
export function passwordsAreOff(): Problem {
  return new Problem('forbidden', { detail: 'This service has no sign-in with passwords.' });
}
