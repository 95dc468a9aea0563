import { Problem } from './problem.js';

export function tooManyAttempts(waitSeconds: number): Problem {
  return new Problem('too_many_attempts', {
    detail: `Too many attempts. Try again in ${waitSeconds} s.`,
    headers: { 'retry-after': String(waitSeconds) },
  });
}
