import { requestSamples } from '../../api/request-samples.ts';
import type { Client, CreatedApiKey } from '../../api/schemas.ts';
import { CodeTabs } from '../../ui/code-block.tsx';
import { Notice } from '../../ui/states/notice.tsx';
import { CopyField } from '../../ui/forms/copy-field.tsx';
import { EXAMPLE_REQUEST } from './example-request.ts';
import { TryIt } from './try-it.tsx';

interface KeyOnceProps {
  client: Pick<Client, 'client_id' | 'name'>;
  created: CreatedApiKey;
}

/** A new key, code samples that use it, and a button to try it. */
export function KeyOnce({ client, created: { key, scopes } }: KeyOnceProps) {
  return (
    <div className="space-y-4">
      <CopyField label="API key" text={key} />
      <Notice tone="warning" title="The key is shown only once">
        <p>Store it securely. If you lose it, generate a new one.</p>
      </Notice>
      {scopes.includes('forecast:read') && (
        <>
          <CodeTabs name="First request" samples={requestSamples(EXAMPLE_REQUEST, key)} />
          <TryIt client={client} apiKey={key} />
        </>
      )}
    </div>
  );
}
