import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf, api } from './transport/client.ts';
import type { ApiKey, CreateApiKey, UpdateApiKey } from './schemas.ts';

const keysOf = (clientId: string) => ['keys', clientId];

/** A client's keys, newest first, paginated. */
export const keysQuery = (clientId: string) =>
  infiniteQueryOptions({
    queryKey: keysOf(clientId),
    queryFn: ({ pageParam }) =>
      answerOf(
        api.GET('/v1/clients/{clientId}/api-keys', {
          params: { path: { clientId }, query: { limit: 50, cursor: pageParam } },
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  });

function useKeysChanged(clientId: string) {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: keysOf(clientId) });
}

/** The response contains the key, so it is kept only while the component that shows it is mounted. */
export function useGenerateKey(clientId: string) {
  const changed = useKeysChanged(clientId);
  return useMutation({
    mutationFn: (body: CreateApiKey) =>
      answerOf(api.POST('/v1/clients/{clientId}/api-keys', { params: { path: { clientId } }, body })),
    gcTime: 0,
    onSuccess: changed,
  });
}

const placeOf = (clientId: string, { id: keyId }: ApiKey) => ({ params: { path: { clientId, keyId } } });

export function useUpdateKey(clientId: string, key: ApiKey) {
  const changed = useKeysChanged(clientId);
  return useMutation({
    mutationFn: (body: UpdateApiKey) =>
      answerOf(api.PATCH('/v1/clients/{clientId}/api-keys/{keyId}', { ...placeOf(clientId, key), body })),
    onSuccess: changed,
  });
}

/** The response contains the new key. */
export function useRotateKey(clientId: string, key: ApiKey) {
  const changed = useKeysChanged(clientId);
  return useMutation({
    mutationFn: (overlapSeconds: number) =>
      answerOf(
        api.POST('/v1/clients/{clientId}/api-keys/{keyId}/rotate', {
          ...placeOf(clientId, key),
          body: { overlap_seconds: overlapSeconds },
        }),
      ),
    gcTime: 0,
    onSuccess: changed,
  });
}

export function useRevokeKey(clientId: string, key: ApiKey) {
  const changed = useKeysChanged(clientId);
  return useMutation({
    mutationFn: () => answerOf(api.DELETE('/v1/clients/{clientId}/api-keys/{keyId}', placeOf(clientId, key))),
    onSuccess: changed,
  });
}
