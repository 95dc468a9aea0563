import { useQuery } from '@tanstack/react-query';
import type { CreateWebhook, EventType, Webhook } from '../../api/schemas.ts';
import { Badge } from '../../ui/badge.tsx';
import { OnceDialog } from '../../ui/dialogs/dialog.tsx';
import { CheckboxFields, CopyField, TextAreaField, TextField } from '../../ui/forms/fields.tsx';
import type { FormValues } from '../../ui/forms/form.tsx';
import { Notice } from '../../ui/states/notice.tsx';
import { documentQuery } from '../docs/document.ts';

/** The settings of a webhook. */
export function WebhookFields({ webhook }: { webhook?: Webhook }) {
  const { data: document } = useQuery(documentQuery);
  const types = (document?.components.schemas.EventType.enum ?? []) as string[];
  return (
    <>
      <TextField
        name="url"
        label="URL"
        type="url"
        maxLength={2000}
        placeholder="https://example.com/weather-events"
        defaultValue={webhook?.url}
        autoComplete="off"
        spellCheck={false}
        required
      />
      <TextAreaField
        name="description"
        label="Description"
        maxLength={500}
        defaultValue={webhook?.description ?? ''}
      />
      <CheckboxFields
        name="event_types"
        label="Events"
        hint="Choose none to get all, including types that are added later."
        options={types.map((type) => ({
          value: type,
          label: <span className="font-mono text-[0.8125rem]">{type}</span>,
          isChecked: webhook?.event_types?.some((chosen) => chosen === type) ?? false,
        }))}
      />
    </>
  );
}

export function webhookOf(values: FormValues): Omit<CreateWebhook, 'organization_id'> {
  const types = values.getAll('event_types') as EventType[];
  return {
    url: values.text('url'),
    description: values.text('description') || null,
    event_types: types.length > 0 ? types : null,
  };
}

export function WebhookStatus({ webhook: { status, failing_since } }: { webhook: Webhook }) {
  if (status === 'disabled') return <Badge tone="danger">Disabled</Badge>;
  return failing_since === null ? (
    <Badge tone="success">Enabled</Badge>
  ) : (
    <Badge tone="warning">Failing</Badge>
  );
}

/** The API returns the secret only once; it is gone when the dialog closes. */
export function WebhookSecretDialog({ title, secret }: { title: string; secret: string }) {
  return (
    <OnceDialog title={title}>
      <CopyField label="Secret" text={secret} />
      <Notice tone="warning" title="The secret is shown only once">
        <p>Your endpoint uses it to verify that events come from this service. If you lose it, rotate it.</p>
      </Notice>
    </OnceDialog>
  );
}
