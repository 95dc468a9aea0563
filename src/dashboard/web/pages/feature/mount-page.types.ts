import type { api } from '../../api/transport/client.ts';
import type { Account } from '../../api/schemas.ts';

interface PageContext {
  /** Calls the service's API as whoever is signed in. */
  api: typeof api;
  account: Account;
}

type Unmount = void | (() => void);

/** The default export of a feature's script: fills the element, and may return what has to be done when the page is left. */
export type MountPage = (element: HTMLElement, context: PageContext) => Unmount | Promise<Unmount>;
