import type { featureApi } from '../../api/transport/client.ts';
import type { Account, Organization } from '../../api/schemas.ts';

interface PageContext {
  /** Calls the service's API as the signed-in user. */
  api: typeof featureApi;
  account: Account;
  organization: Organization;
}

type Unmount = void | (() => void);

/** The default export of a feature's script. Fills the element and may return a function that cleans up on leaving. */
export type MountPage = (element: HTMLElement, context: PageContext) => Unmount | Promise<Unmount>;
