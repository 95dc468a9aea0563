import type { ApiKey, Client } from '../../api/schemas.ts';
import { NameField, TextAreaField, TextField } from '../../ui/forms/fields.tsx';
import { instantOf, localMinute } from '../../ui/forms/local-time.ts';
import { changedScopes, ScopeFields } from '../../ui/forms/scope-fields.tsx';
import type { FormValues } from '../../ui/forms/form.tsx';

/** The settings of a new or existing key. */
export function KeyFields({ client, apiKey }: { client: Client; apiKey?: ApiKey }) {
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
export function keyValuesOf(values: FormValues, apiKey?: ApiKey) {
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
