import type { ApiKey, Client, KeyScope } from '../../api/schemas.ts';
import { CheckboxFields, TextAreaField, TextField } from '../../ui/forms/fields.tsx';
import { textOf } from '../../ui/forms/form.tsx';

const SCOPES: { scope: KeyScope; hint: string }[] = [
  { scope: 'forecast:read', hint: 'Forecasts for one location.' },
  { scope: 'forecast:batch', hint: 'Forecasts for up to 100 locations in one request.' },
];

/** What can be said of a new key, or changed of one that there is. */
export function KeyFields({ client, apiKey }: { client: Client; apiKey?: ApiKey }) {
  const granted = SCOPES.filter(({ scope }) => client.scopes.includes(scope));
  return (
    <>
      <TextField
        name="name"
        label="Name"
        maxLength={100}
        autoComplete="off"
        defaultValue={apiKey?.name}
        hint="Where you use it, for example “Website, production”."
        required
        autoFocus
      />
      <CheckboxFields
        name="scopes"
        label="Scopes"
        options={granted.map(({ scope, hint }) => ({
          value: scope,
          label: <span className="font-mono text-[0.8125rem]">{scope}</span>,
          hint,
          isChecked: apiKey === undefined || apiKey.scopes.includes(scope),
        }))}
      />
      <TextField
        name="expires_at"
        label="Expires at"
        type="datetime-local"
        defaultValue={localTime(apiKey?.expires_at)}
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

/** What the fields hold; `null` where a key shall have none of it. */
export function keyValuesOf(values: FormData) {
  const expires = textOf(values, 'expires_at');
  return {
    name: textOf(values, 'name'),
    scopes: values.getAll('scopes') as KeyScope[],
    expires_at: expires === '' ? null : `${new Date(expires).toISOString().slice(0, 19)}Z`,
    allowed_ips: textOf(values, 'allowed_ips')
      .split(/[\s,]+/)
      .filter((entry) => entry !== ''),
  };
}

/** As the field wants it: without a zone, to the minute. */
function localTime(instant: string | null | undefined): string | undefined {
  if (!instant) return undefined;
  const date = new Date(instant);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
