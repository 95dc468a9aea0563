import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf, api } from './transport/client.ts';
import type { CreateForecastAlert, ForecastAlert, UpdateForecastAlert } from './schemas.ts';

const REFRESH_MS = 10_000;

const alertsOf = (clientId: string) => ['alerts', clientId];

/** A client's alerts, newest first, paginated. Refetched regularly, since new runs change their states. */
export const alertsQuery = (clientId: string) =>
  infiniteQueryOptions({
    queryKey: alertsOf(clientId),
    queryFn: ({ pageParam }) =>
      answerOf(
        api.GET('/v1/alerts', {
          params: {
            query: { client_id: clientId, limit: 50, cursor: pageParam },
          },
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    refetchInterval: REFRESH_MS,
  });

function useAlertsChanged(clientId: string) {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: alertsOf(clientId) });
}

/** The settings of an alert, without its client. */
export type AlertSettings = Omit<CreateForecastAlert, 'client_id'>;

export function useCreateAlert(client_id: string) {
  const changed = useAlertsChanged(client_id);
  return useMutation({
    mutationFn: (body: AlertSettings) => answerOf(api.POST('/v1/alerts', { body: { client_id, ...body } })),
    onSuccess: changed,
  });
}

export function useUpdateAlert({ id: alertId, client_id }: ForecastAlert) {
  const changed = useAlertsChanged(client_id);
  return useMutation({
    mutationFn: (body: UpdateForecastAlert) =>
      answerOf(
        api.PATCH('/v1/alerts/{alertId}', {
          params: { path: { alertId } },
          body,
        }),
      ),
    onSuccess: changed,
  });
}

export function useDeleteAlert({ id: alertId, client_id }: ForecastAlert) {
  const changed = useAlertsChanged(client_id);
  return useMutation({
    mutationFn: () => answerOf(api.DELETE('/v1/alerts/{alertId}', { params: { path: { alertId } } })),
    onSuccess: changed,
  });
}
