import { useQuery } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import { scopesQuery } from '../../api/catalogue.ts';
import { useMay } from '../../api/organizations.ts';
import type { ApiKey, Client, CreatedApiKey } from '../../api/schemas.ts';
import { useChange, usePages } from '../../api/transport/queries.ts';
import {
  changedScopes,
  CREDENTIAL_COLUMNS,
  LastUse,
  OverlapField,
  overlapOf,
  RevokeDialog,
  ScopeFields,
} from '../../ui/credentials.tsx';
import { DialogButton, FormDialog, OnceDialog } from '../../ui/dialogs/dialog.tsx';
import { NameField, TextAreaField, TextField } from '../../ui/forms/fields.tsx';
import type { FormValues } from '../../ui/forms/form.tsx';
import { instantOf, localMinute } from '../../ui/forms/local-time.ts';
import { type Column, ListCard, type RowAction } from '../../ui/layout/table.tsx';
import { EmptyState, Notice } from '../../ui/states/notice.tsx';
import { KeyOnce } from './key-once.tsx';

const { name, status, scopes, lastUsed } = CREDENTIAL_COLUMNS;
const COLUMNS: Column<ApiKey>[] = [
  name,
  status,
  scopes,
  {
    title: 'Allowed IP addresses',
    cell: ({ allowed_ips }) =>
      allowed_ips.length === 0 ? (
        <span className="text-muted">Any</span>
      ) : (
        <span className="font-mono text-[0.8125rem]" title={allowed_ips.join(', ')}>
          {allowed_ips[0]}
          {allowed_ips.length > 1 && ` + ${allowed_ips.length - 1}`}
        </span>
      ),
  },
  lastUsed,
];

export function KeysCard({ client }: { client: Client }) {
  const query = usePages('/v1/clients/{clientId}/api-keys', {
    path: { clientId: client.client_id },
    query: { limit: 50 },
  });
  const may = useMay(client.organization_id);
  const generate = may('secrets.create') && (
    <DialogButton
      icon={Plus}
      look="primary"
      isSmall
      text="Generate API key"
      dialog={<GenerateKeyDialog client={client} />}
    />
  );
  const rowActions = (key: ApiKey): RowAction[] => {
    const isActive = key.status === 'active';
    if (!may('keys.manage') || !(isActive || key.status === 'rotating')) return [];
    const action = (title: string, KeyDialog: typeof EditKeyDialog): RowAction => ({
      title,
      isDangerous: title === 'Revoke',
      dialog: <KeyDialog client={client} apiKey={key} />,
    });
    return [
      ...(isActive ? [action('Edit', EditKeyDialog)] : []),
      ...(isActive && may('secrets.create') ? [action('Rotate', RotateKeyDialog)] : []),
      action('Revoke', RevokeKeyDialog),
    ];
  };
  return (
    <ListCard
      title="API keys"
      description="Every forecast request needs one. Use a separate key for each deployment."
      actions={generate}
      query={query}
      columns={COLUMNS}
      empty={
        <EmptyState icon={KeyRound} title="No API keys yet">
          {generate && 'Generate one to send your first request. It works immediately.'}
        </EmptyState>
      }
      rowActions={rowActions}
      menuOf={({ name }) => name}
    />
  );
}

interface KeyDialogProps {
  client: Client;
  apiKey: ApiKey;
}

const pathOf = ({ client_id }: Client, { id }: ApiKey) => ({
  params: { path: { clientId: client_id, keyId: id } },
});

function EditKeyDialog({ client, apiKey }: KeyDialogProps) {
  return (
    <FormDialog
      title={`Edit ${apiKey.name}`}
      description="Changes apply from the next request. Requests outside the key's scopes or allowed addresses are then rejected."
      action="Save"
      mutation={useChange('patch', '/v1/clients/{clientId}/api-keys/{keyId}')}
      request={(values) => ({ ...pathOf(client, apiKey), body: keyValuesOf(values, apiKey) })}
      done="API key saved."
    >
      <KeyFields client={client} apiKey={apiKey} />
    </FormDialog>
  );
}

function GenerateKeyDialog({ client }: { client: Client }) {
  const generate = useChange('post', '/v1/clients/{clientId}/api-keys');
  const scopes = useQuery(scopesQuery());
  if (generate.data !== undefined)
    return <KeyOnceDialog title="API key generated" client={client} created={generate.data} />;
  return (
    <FormDialog
      title="Generate API key"
      description={`For ${client.name}.`}
      action="Generate API key"
      mutation={{ ...generate, isPending: generate.isPending || scopes.isPending }}
      request={(values) => {
        const { expires_at, ...key } = keyValuesOf(values);
        return {
          params: { path: { clientId: client.client_id } },
          body: { ...key, ...(expires_at !== null && { expires_at }) },
        };
      }}
    >
      <KeyFields client={client} />
    </FormDialog>
  );
}

function RevokeKeyDialog({ client, apiKey }: KeyDialogProps) {
  return (
    <RevokeDialog
      noun="key"
      credential={apiKey}
      mutation={useChange('delete', '/v1/clients/{clientId}/api-keys/{keyId}')}
      request={() => pathOf(client, apiKey)}
    >
      <p className="text-muted">To replace it without downtime, rotate it instead.</p>
    </RevokeDialog>
  );
}

function RotateKeyDialog({ client, apiKey }: KeyDialogProps) {
  const rotate = useChange('post', '/v1/clients/{clientId}/api-keys/{keyId}/rotate');
  if (rotate.data !== undefined)
    return <KeyOnceDialog title="API key rotated" client={client} created={rotate.data} />;
  return (
    <FormDialog
      title={`Rotate ${apiKey.name}`}
      description="Creates a new key with the same name, scopes and allowed IP addresses."
      action="Rotate key"
      mutation={rotate}
      request={(values) => ({ ...pathOf(client, apiKey), body: overlapOf(values) })}
    >
      <Notice tone="warning" title="Update your programs">
        <p>
          Requests with <span className="font-mono">{apiKey.start}…</span> are rejected once the key expires.{' '}
          <LastUse noun="key" lastUsedAt={apiKey.last_used_at} />
        </p>
      </Notice>
      <OverlapField label="Current key expires" />
    </FormDialog>
  );
}

interface KeyOnceDialogProps {
  title: string;
  client: Pick<Client, 'client_id' | 'name'>;
  created: CreatedApiKey;
}

/** Shows a key, which the API returns only once. */
function KeyOnceDialog({ title, client, created }: KeyOnceDialogProps) {
  return (
    <OnceDialog title={title} isWide>
      <KeyOnce client={client} created={created} />
    </OnceDialog>
  );
}

/** The settings of a new or existing key. */
function KeyFields({ client, apiKey }: { client: Client; apiKey?: ApiKey }) {
  return (
    <>
      <NameField defaultValue={apiKey?.name} hint="Where you use it, for example “Website, production”." />
      <ScopeFields
        isOffered={({ name, holders }) =>
          holders.includes('key') && client.scopes.some((held) => held === name)
        }
        held={apiKey?.scopes}
      />
      <TextField
        name="expires_at"
        label="Expires at"
        type="datetime-local"
        defaultValue={apiKey?.expires_at ? localMinute(apiKey.expires_at) : undefined}
        hint="In your time zone. Leave empty for a key that never expires."
      />
      <TextAreaField
        name="allowed_ips"
        label="Allowed IP addresses"
        rows={2}
        spellCheck={false}
        defaultValue={apiKey?.allowed_ips.join('\n')}
        hint="Addresses or ranges such as 203.0.113.7 or 2001:db8::/32, one per line. Leave empty to allow any address."
      />
    </>
  );
}

/** Returns the form's values: `expires_at` is null for no expiry, `scopes` undefined if unchanged. */
function keyValuesOf(values: FormValues, apiKey?: ApiKey) {
  return {
    name: values.text('name'),
    scopes: changedScopes(values, apiKey?.scopes),
    expires_at: instantOf(values.text('expires_at'), apiKey?.expires_at),
    allowed_ips: values
      .text('allowed_ips')
      .split(/[\s,]+/)
      .filter((entry) => entry !== ''),
  };
}
