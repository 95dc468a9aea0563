import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useCurrentOrganization } from './current-organization.ts';
import type { CreateWebhook, UpdateWebhook, Webhook, WebhookDeliveryStatus } from '../schemas.ts';
import { answerOf, api } from '../transport/client.ts';

const WEBHOOKS = ['webhooks'];
const DELIVERIES_REFRESH_MS = 3_000;

/** An organization's webhooks, newest first, paginated. */
export const webhooksQuery = (organizationId: string | undefined) =>
  infiniteQueryOptions({
    queryKey: [...WEBHOOKS, 'list', organizationId],
    queryFn: ({ pageParam }) =>
      answerOf(
        api.GET('/v1/webhooks', {
          params: { query: { organization_id: organizationId, cursor: pageParam } },
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  });

export const webhookQuery = (webhookId: string) =>
  queryOptions({
    queryKey: [...WEBHOOKS, webhookId],
    queryFn: () => answerOf(api.GET('/v1/webhooks/{webhookId}', { params: { path: { webhookId } } })),
    refetchInterval: DELIVERIES_REFRESH_MS,
  });

/** A webhook's deliveries, newest first, paginated; refetched while shown. */
export const deliveriesQuery = (webhookId: string, status: WebhookDeliveryStatus | undefined) =>
  infiniteQueryOptions({
    queryKey: [...WEBHOOKS, webhookId, 'deliveries', status],
    queryFn: ({ pageParam }) =>
      answerOf(
        api.GET('/v1/webhooks/{webhookId}/deliveries', {
          params: { path: { webhookId }, query: { status, cursor: pageParam } },
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    refetchInterval: DELIVERIES_REFRESH_MS,
  });

function useWebhooksChanged() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: WEBHOOKS });
}

/** Creates it in the current organization. The secret in the response is kept only while its component is mounted. */
export function useCreateWebhook() {
  const changed = useWebhooksChanged();
  const organization_id = useCurrentOrganization()?.id;
  return useMutation({
    mutationFn: (body: CreateWebhook) =>
      answerOf(api.POST('/v1/webhooks', { body: { organization_id, ...body } })),
    gcTime: 0,
    onSuccess: changed,
  });
}

export function useUpdateWebhook({ id: webhookId }: Webhook) {
  const changed = useWebhooksChanged();
  return useMutation({
    mutationFn: (body: UpdateWebhook) =>
      answerOf(api.PATCH('/v1/webhooks/{webhookId}', { params: { path: { webhookId } }, body })),
    onSuccess: changed,
  });
}

/** The response contains the new secret. */
export function useRotateWebhookSecret({ id: webhookId }: Webhook) {
  const changed = useWebhooksChanged();
  return useMutation({
    mutationFn: (overlap_seconds: number) =>
      answerOf(
        api.POST('/v1/webhooks/{webhookId}/rotate', {
          params: { path: { webhookId } },
          body: { overlap_seconds },
        }),
      ),
    gcTime: 0,
    onSuccess: changed,
  });
}

export function useDeleteWebhook({ id: webhookId }: Webhook) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => answerOf(api.DELETE('/v1/webhooks/{webhookId}', { params: { path: { webhookId } } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [...WEBHOOKS, 'list'] }),
  });
}

export function useTestWebhook({ id: webhookId }: Webhook) {
  const changed = useWebhooksChanged();
  return useMutation({
    mutationFn: () =>
      answerOf(api.POST('/v1/webhooks/{webhookId}/test', { params: { path: { webhookId } } })),
    onSuccess: changed,
  });
}

export function useRetryDelivery({ id: webhookId }: Webhook) {
  const changed = useWebhooksChanged();
  return useMutation({
    mutationFn: (eventId: string) =>
      answerOf(
        api.POST('/v1/webhooks/{webhookId}/deliveries/{eventId}/retry', {
          params: { path: { webhookId, eventId } },
        }),
      ),
    onSuccess: changed,
  });
}
