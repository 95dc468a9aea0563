import type { Session } from './session.entity.js';

export interface BegunSession {
  session: Session;
  /** What the cookie holds. The database has only its hash. */
  token: string;
}
