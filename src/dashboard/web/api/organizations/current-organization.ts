import { useQuery } from '@tanstack/react-query';
import type { Organization } from '../schemas.ts';
import { Store, useStore } from '../transport/store.ts';
import { ownOrganizationsQuery } from './organizations.ts';

const STORED = 'organization';

/** The id of the organization that was chosen last in this browser; its owner may have lost it since. */
export const chosenOrganization = new Store(localStorage.getItem(STORED));

export function chooseOrganization(id: string): void {
  localStorage.setItem(STORED, id);
  chosenOrganization.set(id);
}

/**
 * The organization whose clients, keys and usage the pages show. Undefined for who has only a personal one, which is all
 * that the API then returns.
 */
export function useCurrentOrganization(): Organization | undefined {
  const { data: own = [] } = useQuery(ownOrganizationsQuery);
  const chosen = useStore(chosenOrganization);
  if (own.length < 2) return undefined;
  return own.find(({ id }) => id === chosen) ?? own[0];
}

/** Whether you may create clients where they would be created now. */
export function useMayCreateClients(): boolean {
  return useCurrentOrganization()?.permissions.includes('secrets.create') ?? true;
}
