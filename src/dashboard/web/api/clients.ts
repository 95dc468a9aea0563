import { useQuery } from '@tanstack/react-query';
import { useCurrentOrganization } from './organizations.ts';
import type { Client } from './schemas.ts';
import { answerOf, api } from './transport/client.ts';
import { answerQuery } from './transport/queries.ts';

/** The client with the given ID; without one, the newest active client, or null if there are none. */
export function useChosenClient(clientId: string | undefined) {
  const organizationId = useCurrentOrganization()?.id;
  return useQuery({
    queryKey: ['get', '/v1/clients', 'chosen', organizationId, clientId],
    queryFn: async (): Promise<Client | null> => {
      if (clientId !== undefined)
        return answerOf(api.GET('/v1/clients/{clientId}', { params: { path: { clientId } } }));
      const query = { organization_id: organizationId, limit: 100 };
      const { data } = await answerOf(api.GET('/v1/clients', { params: { query } }));
      return data.find(({ status }) => status === 'active') ?? data.at(0) ?? null;
    },
  });
}

export const clientQuery = (clientId: string) =>
  answerQuery('get', '/v1/clients/{clientId}', { params: { path: { clientId } } });

/** What is left of the client's limits; refetched while shown. */
export const quotaQuery = (client_id: string) =>
  answerQuery('get', '/v1/usage/quota', { params: { query: { client_id } } }, QUOTA_FRESHNESS);

const QUOTA_FRESHNESS = { refetchInterval: 5000, staleTime: 0 };
