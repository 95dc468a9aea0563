import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMay } from '../../api/organizations.ts';
import type { Webhook } from '../../api/schemas.ts';
import { useAnswer, useChange } from '../../api/transport/queries.ts';
import { Codes } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { OverlapField, overlapOf } from '../../ui/credentials.tsx';
import { ConfirmDialog, DialogButton, FormDialog } from '../../ui/dialogs/dialog.tsx';
import { showToast } from '../../ui/dialogs/toast.tsx';
import { Card, DefinitionList, LoadedPage, Page } from '../../ui/layout/page.tsx';
import { ErrorNotice, Notice } from '../../ui/states/notice.tsx';
import { Time } from '../../ui/time.tsx';
import { DELIVERIES_REFRESH_MS, DeliveriesCard } from './deliveries-card.tsx';
import { WebhookFields, webhookOf, WebhookSecretDialog, WebhookStatus } from './webhooks-page.tsx';

const route = getRouteApi('/signed-in/webhooks/$webhookId');

const CRUMB = { to: '/webhooks', title: 'Webhooks' } as const;

const REASONS: Record<NonNullable<Webhook['disabled_reason']>, string> = {
  user: 'It was disabled by hand.',
  gone: 'The endpoint responded with 410 Gone.',
  failing: 'No attempt succeeded for five days.',
  backlog: 'More than 10,000 events were waiting for it.',
};

export function WebhookPage() {
  const { webhookId } = route.useParams();
  const query = useAnswer(
    'get',
    '/v1/webhooks/{webhookId}',
    { params: { path: { webhookId } } },
    { refetchInterval: DELIVERIES_REFRESH_MS },
  );
  return (
    <LoadedPage query={query} title="Webhook" crumb={CRUMB}>
      {(webhook) => <WebhookDetails key={webhook.id} webhook={webhook} />}
    </LoadedPage>
  );
}

function WebhookDetails({ webhook }: { webhook: Webhook }) {
  const may = useMay(webhook.organization_id);
  const mayManage = may('webhooks.manage');
  return (
    <Page
      title="Webhook"
      crumb={CRUMB}
      actions={
        mayManage && (
          <>
            <EnableButton webhook={webhook} />
            <DialogButton text="Edit" dialog={<EditWebhookDialog webhook={webhook} />} />
          </>
        )
      }
    >
      {webhook.disabled_reason !== null && (
        <Notice tone="danger" title="This webhook is disabled">
          <p>{REASONS[webhook.disabled_reason]} It gets no events until you enable it again.</p>
        </Notice>
      )}
      <Card title="Endpoint">
        <DefinitionList
          items={[
            { title: 'URL', value: webhook.url },
            webhook.description !== null && { title: 'Description', value: webhook.description },
            { title: 'Status', value: <WebhookStatus webhook={webhook} /> },
            webhook.failing_since !== null && {
              title: 'Failing since',
              value: <Time instant={webhook.failing_since} />,
            },
            {
              title: 'Events',
              value: webhook.event_types === null ? 'All' : <Codes of={webhook.event_types} />,
            },
            webhook.previous_secret_ends_at !== null && {
              title: 'Old secret expires',
              value: <Time instant={webhook.previous_secret_ends_at} />,
            },
          ]}
        />
        {mayManage && (
          <div className="mt-4 flex flex-wrap gap-2">
            {may('secrets.create') && (
              <DialogButton text="Rotate secret" dialog={<RotateWebhookDialog webhook={webhook} />} />
            )}
            <DialogButton
              look="danger"
              text="Delete webhook"
              dialog={<DeleteWebhookDialog webhook={webhook} />}
            />
          </div>
        )}
      </Card>
      <DeliveriesCard webhook={webhook} mayManage={mayManage && webhook.status === 'enabled'} />
    </Page>
  );
}

function EnableButton({ webhook }: { webhook: Webhook }) {
  const update = useChange('patch', '/v1/webhooks/{webhookId}');
  const isEnabled = webhook.status === 'enabled';
  return (
    <>
      {update.error !== null && <ErrorNotice error={update.error} />}
      <Button
        isPending={update.isPending}
        onClick={() =>
          update.mutate(
            {
              params: { path: { webhookId: webhook.id } },
              body: { status: isEnabled ? 'disabled' : 'enabled' },
            },
            { onSuccess: () => showToast(isEnabled ? 'Webhook disabled.' : 'Webhook enabled.') },
          )
        }
      >
        {isEnabled ? 'Disable' : 'Enable'}
      </Button>
    </>
  );
}

function DeleteWebhookDialog({ webhook }: { webhook: Webhook }) {
  const navigate = useNavigate();
  return (
    <ConfirmDialog
      title="Delete this webhook?"
      action="Delete webhook"
      mutation={useChange('delete', '/v1/webhooks/{webhookId}')}
      request={() => ({ params: { path: { webhookId: webhook.id } } })}
      done="Webhook deleted."
      onDone={() => void navigate({ to: '/webhooks' })}
    >
      <p>
        <strong>{webhook.url}</strong> gets no more events. Its deliveries are deleted, too.
      </p>
    </ConfirmDialog>
  );
}

function EditWebhookDialog({ webhook }: { webhook: Webhook }) {
  const update = useChange('patch', '/v1/webhooks/{webhookId}');
  return (
    <FormDialog
      title="Edit webhook"
      description="Events that are waiting go to the new URL."
      action="Save"
      mutation={update}
      request={(values) => ({ params: { path: { webhookId: webhook.id } }, body: webhookOf(values) })}
      done="Webhook saved."
    >
      <WebhookFields webhook={webhook} />
    </FormDialog>
  );
}

function RotateWebhookDialog({ webhook }: { webhook: Webhook }) {
  const rotate = useChange('post', '/v1/webhooks/{webhookId}/rotate');
  if (rotate.data !== undefined)
    return <WebhookSecretDialog title="Secret rotated" secret={rotate.data.secret} />;
  return (
    <FormDialog
      title="Rotate the secret"
      description="Until the current secret expires, events are signed with both."
      action="Rotate secret"
      mutation={rotate}
      request={(values) => ({ params: { path: { webhookId: webhook.id } }, body: overlapOf(values) })}
    >
      <OverlapField label="Current secret expires" />
    </FormDialog>
  );
}
