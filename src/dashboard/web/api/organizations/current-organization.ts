import { useQuery } from '@tanstack/react-query';
import type { Organization } from '../schemas.ts';
import { Store, useStore } from '../transport/store.ts';
import { ownOrganizationsQuery } from './organizations.ts';

const STORED = 'organization';

/** The ID of the organization chosen last in this browser; the user may no longer be a member. */
export const chosenOrganization = new Store(localStorage.getItem(STORED));

export function chooseOrganization(id: string): void {
  localStorage.setItem(STORED, id);
  chosenOrganization.set(id);
}

/**
 * The organization whose clients, keys and usage the pages show. Undefined if the user has only a personal one; the API
 * then returns nothing else.
 */
export function useCurrentOrganization(): Organization | undefined {
  const { data: own = [] } = useQuery(ownOrganizationsQuery);
  const chosen = useStore(chosenOrganization);
  if (own.length < 2) return undefined;
  return own.find(({ id }) => id === chosen) ?? own[0];
}

/** Whether you may create clients in the current organization. */
export function useMayCreateClients(): boolean {
  return useCurrentOrganization()?.permissions.includes('secrets.create') ?? true;
}
