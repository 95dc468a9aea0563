import type { CreatedClient } from '../../api/schemas.ts';
import { Notice } from '../../ui/notice.tsx';
import { SecretOnce } from '../../ui/secret-once.tsx';

/** A client's id and secret, the only time that the secret is shown. */
export function CredentialsOnce({ client }: { client: CreatedClient }) {
  return (
    <div className="space-y-4">
      <SecretOnce label="client_id" secret={client.client_id} />
      <SecretOnce label="client_secret" secret={client.client_secret} />
      <Notice tone="warning" title="The secret is shown only now">
        <p>
          With both a program of yours manages this client&apos;s API keys and reads its usage. Forecasts are
          asked for with an API key. Lost, the secret can only be replaced.
        </p>
      </Notice>
    </div>
  );
}
